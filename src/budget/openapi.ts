export function openApiResponse(): Response {
  return new Response("{}");
}

// Attachments.

import type { Route } from "../route.ts";

export const ATTACHMENT_ROUTES: readonly Route[] = [];

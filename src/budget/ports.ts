// What the budget needs of the world outside its database, as interfaces: the Budget object gives the
// real ones, the mock and the tests give others. Handlers never see them, only the steps around handlers do.

/** Where the bytes of attachments are kept; keys are ours and never leave the service. */
export interface FileStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  delete(keys: readonly string[]): Promise<void>;
}

export interface Ports {
  readonly files: FileStore;
}

/** The bucket as a store of files. */
export function r2Files(bucket: R2Bucket): FileStore {
  return {
    put: async (key, bytes, type) => {
      await bucket.put(key, bytes, { httpMetadata: { contentType: type } });
    },
    delete: async (keys) => bucket.delete([...keys]),
  };
}

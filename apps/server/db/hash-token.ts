import { createHash } from "node:crypto";

/** The database stores only hashes of tokens. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

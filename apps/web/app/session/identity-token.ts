import { keep, readKept } from "./kept.ts";

const KEY = "identity_token";

/** What the provider wants to see again when its session is to end; null forgets it. */
export const keepIdentityToken = (token: string | null): boolean => keep("local", KEY, token);
export const keptIdentityToken = (): string | null => readKept("local", KEY);

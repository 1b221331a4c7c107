import type { TFunction } from "i18next";
import { problemWords } from "../../wording/problem.ts";
import { StorageRefused } from "./use-sign-in.ts";

/** Why signing in could not begin. */
export const signInProblem = (error: unknown, t: TFunction): string =>
	error instanceof StorageRefused ? t("signIn.storageRefused") : problemWords(error, t);

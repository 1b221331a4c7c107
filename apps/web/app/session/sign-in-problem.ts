import type { TFunction } from "i18next";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { StorageRefused } from "./use-sign-in.ts";

/** Why signing in could not begin. */
export const signInProblem = (error: unknown, t: TFunction): string =>
	error instanceof StorageRefused ? t("signIn.storageRefused") : getErrorMessage(error, t);

import { ApiFailure } from "@first-bounce/contract/client";
import type { TFunction } from "i18next";

/** `fetch` throws a TypeError without a connection, and reading an incomplete response a SyntaxError. */
const isConnectionError = (error: unknown): boolean => error instanceof TypeError || error instanceof SyntaxError;

/** The server's own message, or one by status code if it sent none. */
export function getErrorMessage(error: unknown, t: TFunction): string {
	if (!(error instanceof ApiFailure)) return t(isConnectionError(error) ? "error.offline" : "error.unexpected");
	if (error.message) return error.message;
	if (error.status === 429) return t("error.tooOften");
	if (error.status === 503) return t("error.busy");
	if (error.status === 404) return t("error.missing");
	return error.status >= 500 ? t("error.server") : t("error.refused");
}

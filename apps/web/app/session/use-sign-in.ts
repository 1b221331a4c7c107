import type { TFunction } from "i18next";
import { useState } from "react";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { sendErrorReport } from "../../reporting/report.ts";
import { loadChunk, OutdatedError } from "../../upgrade/load-chunk.ts";

/** The browser blocks local storage, which signing in needs. */
class StorageBlockedError extends Error {}

/** Redirects to the given identity provider, or to the first. Rejects if that fails. */
export function useSignIn(): {
	readonly isRedirecting: boolean;
	/** `screen` is the form that the built-in provider shows first, by default that of signing in. */
	readonly signIn: (provider?: string, screen?: "sign-up") => Promise<void>;
} {
	const [isRedirecting, setIsRedirecting] = useState(false);
	const signIn = async (provider?: string, screen?: "sign-up") => {
		setIsRedirecting(true);
		try {
			const { startSignIn } = await loadChunk(() => import("./start-sign-in.ts"));
			if (!(await startSignIn(provider ?? null, screen))) throw new StorageBlockedError();
		} catch (error) {
			setIsRedirecting(false);
			// The notice of the new version says what to do.
			if (error instanceof OutdatedError) return;
			sendErrorReport(error);
			throw error;
		}
	};
	return { isRedirecting, signIn };
}

export const getSignInErrorMessage = (error: unknown, t: TFunction): string =>
	error instanceof StorageBlockedError ? t("signIn.storageRefused") : getErrorMessage(error, t);

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "../../components/error-modal/problem-store.ts";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { sendErrorReport } from "../../reporting/report.ts";
import { loadChunk, OutdatedError } from "../../upgrade/load-chunk.ts";

/** The browser blocks local storage, which signing in needs. */
class StorageBlockedError extends Error {}

/** Redirects to the given identity provider, or to the first. If that fails, the error modal says why. */
export function useSignIn(): {
	readonly isRedirecting: boolean;
	/**
	 * `screen` is the form that the built-in provider shows first, by default the sign-in form. Returns false if the error
	 * modal was opened.
	 */
	readonly signIn: (provider?: string, screen?: "sign-up") => Promise<boolean>;
} {
	const { t } = useTranslation();
	const [isRedirecting, setRedirecting] = useState(false);
	const signIn = async (provider?: string, screen?: "sign-up") => {
		setRedirecting(true);
		try {
			const { startSignIn } = await loadChunk(() => import("./start-sign-in.ts"));
			const isStarted = await startSignIn(provider ?? null, screen, () => setRedirecting(false));
			if (!isStarted) throw new StorageBlockedError();
			return true;
		} catch (error) {
			setRedirecting(false);
			// The notice of the new version says what to do.
			if (error instanceof OutdatedError) return true;
			sendErrorReport(error);
			const isBlocked = error instanceof StorageBlockedError;
			showProblem({ message: isBlocked ? t("signIn.storageRefused") : getErrorMessage(error, t) });
			return false;
		}
	};
	return { isRedirecting, signIn };
}

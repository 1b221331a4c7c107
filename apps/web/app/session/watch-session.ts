import { ApiFailure } from "@first-bounce/contract/client";
import type { QueryClient } from "@tanstack/react-query";
import { getI18n } from "react-i18next";
import { hasSignedInCookie, SESSION_KEY, type Session } from "../../api/session.ts";
import { showProblem } from "../../components/error-modal/problem-store.ts";
import { claimStoredData, getOwner, OWNER_KEY, removeStoredData } from "../../offline/stored-data.ts";
import { setSessionFlags } from "./session-flags.ts";
import { removePersonalQueries } from "./use-session-actions.ts";

const isNotSignedIn = (error: unknown): boolean => error instanceof ApiFailure && error.code === "not-signed-in";

/**
 * Notices when the session ends or another user signs in, on this page, in another tab or on another device, and removes
 * what this page and this device hold of the former user. Returns a function that stops watching.
 */
export function watchSession(queryClient: QueryClient): () => void {
	/** The id of the user that this page shows; null for a visitor, undefined while the session is loaded. */
	const getUserId = () => {
		const session = queryClient.getQueryData<Session>(SESSION_KEY);
		return session && (session.user?.id ?? null);
	};
	let userId: number | null | undefined;
	const loadSession = () => void queryClient.invalidateQueries({ queryKey: SESSION_KEY });

	const applyEnd = async () => {
		// After signing out in another tab, nothing on this device belongs to her any more.
		const hasSignedOut = getOwner() === null;
		await removePersonalQueries(queryClient);
		await removeStoredData(hasSignedOut ? "signed-out" : "ended");
		if (hasSignedOut) return;
		const { t } = getI18n();
		showProblem({ title: t("session.endedTitle"), message: t("session.endedText"), closeLabel: t("state.close") });
	};
	const applyFetched = async (before: number | null | undefined, after: number | null) => {
		if (after !== null) {
			await claimStoredData(after, { hasJustSignedIn: false });
			// Screens may hold what the former user has entered.
			if (before) location.reload();
		} else if (before) await applyEnd();
		// The session ended while no page was open.
		else if (getOwner() !== null) await removeStoredData("ended");
	};
	/** Compares what the session query holds with what this tab has seen last. */
	const onSession = (isFetched: boolean) => {
		const before = userId;
		const after = getUserId();
		if (after === undefined || after === before) return;
		userId = after;
		// What sets the session on this page also removes the former user's data.
		if (isFetched) void applyFetched(before, after);
	};
	/** Another tab may have changed the session, also while this one was frozen or in the back-forward cache. */
	const compareWithDevice = () => {
		const shownId = getUserId();
		if (shownId === undefined) return;
		const owner = getOwner();
		if (shownId === null) {
			const hasSignedIn = owner !== null && hasSignedInCookie();
			if (hasSignedIn) loadSession();
		} else if (owner === null) {
			setSessionFlags({ wasLoggedOut: true });
			loadSession();
		} else if (owner !== String(shownId)) location.reload();
		else if (!hasSignedInCookie()) loadSession();
	};
	const onStorage = ({ key }: StorageEvent) => {
		if (key === OWNER_KEY) compareWithDevice();
	};
	const onVisible = () => {
		if (document.visibilityState === "visible") compareWithDevice();
	};

	const stopQueries = queryClient.getQueryCache().subscribe((event) => {
		if (event.type !== "updated") return;
		if (event.query.queryKey[0] === SESSION_KEY[0] && event.action.type === "success") onSession(!event.action.manual);
		else if (event.action.type === "error" && isNotSignedIn(event.action.error) && getUserId()) loadSession();
	});
	const stopMutations = queryClient.getMutationCache().subscribe((event) => {
		if (event.type === "updated" && event.action.type === "error" && isNotSignedIn(event.action.error) && getUserId())
			loadSession();
	});
	addEventListener("storage", onStorage);
	addEventListener("pageshow", onVisible);
	document.addEventListener("visibilitychange", onVisible);
	onSession(true);
	return () => {
		stopQueries();
		stopMutations();
		removeEventListener("storage", onStorage);
		removeEventListener("pageshow", onVisible);
		document.removeEventListener("visibilitychange", onVisible);
	};
}

import { showMyTeam } from "@first-bounce/contract/team/team";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { AdSlot, Billboard, Leaderboard } from "../../components/ad/ad-slot.tsx";
import { usePreview } from "../preview/preview.ts";
import { readStorage, writeStorage } from "../session/browser-storage.ts";
import { site } from "../site.ts";
import { getAdLayout } from "./ad-layout.ts";
import styles from "./shell.module.css";

/** Several users may share a browser. */
const getStorageKey = (userId: number): string => `team_has_been_complete_${userId}`;

/**
 * Whether the user's team has been complete at least once: from the server or, until it has responded, from this
 * browser's storage. Null while unknown.
 */
function useHasBeenComplete(userId: number | null): boolean | null {
	const { data } = useCall(showMyTeam, {}, { enabled: userId !== null, meta: { noErrorModal: true } });
	const isComplete = data?.team.isComplete;
	useEffect(() => {
		if (isComplete !== undefined && userId !== null) writeStorage("local", getStorageKey(userId), String(isComplete));
	}, [isComplete, userId]);
	if (userId === null) return false;
	const stored = readStorage("local", getStorageKey(userId));
	return isComplete ?? (stored === null ? null : stored === "true");
}

/** The banner at the top or bottom of the page. Its space is reserved while it is unknown whether there is one. */
export const PageAds = ({
	at,
	activeUserId,
}: {
	readonly at: "top" | "bottom";
	readonly activeUserId: number | null;
}) => {
	const { pathname } = useLocation();
	const { isPassed } = usePreview();
	const dependsOnTeam =
		getAdLayout(pathname, { hasBeenComplete: true })[at] !== getAdLayout(pathname, { hasBeenComplete: false })[at];
	const hasBeenComplete = useHasBeenComplete(site.hasAds && dependsOnTeam ? activeUserId : null);
	const banner = getAdLayout(pathname, { hasBeenComplete: hasBeenComplete !== false })[at];
	if (!isPassed || banner === null) return null;
	if (banner === "billboard") return <Billboard at={at} />;
	return <Leaderboard at={at} isPlaceholder={hasBeenComplete === null} />;
};

/** The page, with two ads in an aside at the right if its layout has one. */
export const PageWithSideAds = ({ children }: { readonly children: ReactNode }) => {
	const { pathname } = useLocation();
	if (!site.hasAds || !getAdLayout(pathname, { hasBeenComplete: false }).aside) return children;
	return (
		<div className={styles.beside}>
			<div>{children}</div>
			<aside className={styles.aside}>
				<AdSlot slot="side-rectangle" />
				<AdSlot slot="desktop-medium-rectangle" />
			</aside>
		</div>
	);
};

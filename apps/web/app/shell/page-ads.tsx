import { showMyTeam } from "@first-bounce/contract/calls";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { AdSlot, Leaderboard } from "../../components/ad/ad-slot.tsx";
import { usePreview } from "../preview/preview.ts";
import { readStorage, writeStorage } from "../session/browser-storage.ts";
import { site } from "../site.ts";
import { getAdLayout } from "./ad-layout.ts";
import styles from "./shell.module.css";

const KEPT = "team_has_been_complete";

/**
 * Whether her own team has been complete at least once; what this device knew last, until the server has said. Null
 * while neither knows.
 */
function useHasBeenComplete(isAsked: boolean): boolean | null {
	const { data } = useCall(showMyTeam, {}, { enabled: isAsked });
	const known = data?.team.isComplete;
	useEffect(() => {
		if (known !== undefined) writeStorage("local", KEPT, String(known));
	}, [known]);
	if (!isAsked) return false;
	const kept = readStorage("local", KEPT);
	return known ?? (kept === null ? null : kept === "true");
}

/** The page's leaderboards at one end of it. Where it is not known yet whether there is one, its room is kept. */
export const PageAds = ({ at, isActive }: { readonly at: "top" | "bottom"; readonly isActive: boolean }) => {
	const { pathname } = useLocation();
	const { isPassed } = usePreview();
	const depends =
		getAdLayout(pathname, { hasBeenComplete: true })[at] !== getAdLayout(pathname, { hasBeenComplete: false })[at];
	const hasBeenComplete = useHasBeenComplete(site.hasAds && depends && isActive);
	if (!isPassed || !getAdLayout(pathname, { hasBeenComplete: hasBeenComplete !== false })[at]) return null;
	return <Leaderboard at={at} isHeld={hasBeenComplete === null} />;
};

/** The page, and at its right an aside with an ad where its layout has one and there is room. */
export const WithAside = ({ children }: { readonly children: ReactNode }) => {
	const { pathname } = useLocation();
	if (!site.hasAds || !getAdLayout(pathname, { hasBeenComplete: false }).aside) return children;
	return (
		<div className={styles.beside}>
			<div>{children}</div>
			<aside className={styles.aside}>
				<AdSlot slot="side-rectangle" />
			</aside>
		</div>
	);
};

import { showMyTeam } from "@first-bounce/contract/team/team";
import { type ReactNode, useEffect } from "react";
import { matchPath, useLocation } from "react-router";
import { useQuietCall } from "../../api/use-quiet-call.ts";
import { AdSlot, Billboard, Leaderboard } from "../../components/ad/ad-slot.tsx";
import { useMedia } from "../../live/use-media.ts";
import { paths } from "../paths.ts";
import { usePreview } from "../preview/preview.ts";
import { readStorage, writeStorage } from "../session/browser-storage.ts";
import { site } from "../site.ts";
import styles from "./shell.module.css";

/** Below the width from which wide leaderboards are shown. */
const PHONE = "(max-width: 47.9375em)";

type AdBanner = "top-leaderboard" | "bottom-leaderboard" | "billboard" | "below-the-fold-billboard";

/** The ad slots of a page (D2.2.75). */
interface AdLayout {
	readonly top: AdBanner | null;
	readonly bottom: AdBanner | null;
	/** An aside at the right on wide screens; the league lists have their own, with the join widget. */
	readonly hasAside: boolean;
}

const matchesAny = (pathname: string, ...patterns: readonly string[]) =>
	patterns.some((pattern) => matchPath(pattern, pathname) !== null);

const NO_ADS: AdLayout = { top: null, bottom: null, hasAside: false };

interface Viewer {
	/** Whether the user's own team has been complete. */
	readonly hasBeenComplete: boolean;
	readonly isOnPhone: boolean;
}

/**
 * League pages have a banner at the top and the bottom. Team pages have a banner at the top once the user's own team has been
 * complete. The rankings have a billboard above them, and the Stats Centre has a billboard at the bottom, because its tables are
 * long. On a phone, where the content comes first, a page has at most one banner, at the bottom. Other pages have no ads, nor do
 * drafts.
 */
export function getAdLayout(pathname: string, { hasBeenComplete, isOnPhone }: Viewer): AdLayout {
	const { leagues, joinLeague, createLeague, draft, league, team, userTeam, rankings, statsCentre } = paths;
	if (matchesAny(pathname, draft.pattern)) return NO_ADS;
	const place = (banner: AdBanner, below: AdBanner | null = null): AdLayout =>
		isOnPhone ? { ...NO_ADS, bottom: banner } : { ...NO_ADS, top: banner, bottom: below };
	const ofLeague = place("top-leaderboard", "bottom-leaderboard");
	if (matchesAny(pathname, leagues.pattern, joinLeague.pattern)) return ofLeague;
	if (matchesAny(pathname, createLeague.pattern, league.pattern)) return { ...ofLeague, hasAside: true };
	if (matchesAny(pathname, team.pattern, userTeam.pattern) && hasBeenComplete)
		return place(isOnPhone ? "bottom-leaderboard" : "top-leaderboard");
	if (matchesAny(pathname, rankings.pattern)) return place("billboard");
	if (matchesAny(pathname, statsCentre.pattern)) return { ...NO_ADS, bottom: "below-the-fold-billboard" };
	return NO_ADS;
}

/** Several users may share a browser. */
const getStorageKey = (userId: number): string => `team_has_been_complete_${userId}`;

/**
 * Whether the user's team has been complete at least once: from the server or, until it has responded, from this
 * browser's storage. Null while unknown.
 */
function useHasBeenComplete(userId: number | null): boolean | null {
	const { data } = useQuietCall(showMyTeam, {}, { enabled: userId !== null });
	const isComplete = data?.team.isComplete;
	useEffect(() => {
		if (isComplete !== undefined && userId !== null) writeStorage("local", getStorageKey(userId), String(isComplete));
	}, [isComplete, userId]);
	if (userId === null) return false;
	const stored = readStorage("local", getStorageKey(userId));
	return isComplete ?? (stored === null ? null : stored === "true");
}

/** The banner at the top or bottom of the page. Space is reserved while it is unknown whether there is a banner. */
export const PageAds = ({
	at,
	activeUserId,
}: {
	readonly at: "top" | "bottom";
	readonly activeUserId: number | null;
}) => {
	const { pathname } = useLocation();
	const { isPassed } = usePreview();
	const isOnPhone = useMedia(PHONE);
	const getBanner = (isComplete: boolean) => getAdLayout(pathname, { hasBeenComplete: isComplete, isOnPhone })[at];
	const dependsOnTeam = getBanner(true) !== getBanner(false);
	const hasBeenComplete = useHasBeenComplete(site.hasAds && dependsOnTeam ? activeUserId : null);
	const banner = getBanner(hasBeenComplete !== false);
	if (!isPassed || banner === null) return null;
	if (banner === "billboard" || banner === "below-the-fold-billboard") return <Billboard slot={banner} />;
	return <Leaderboard slot={banner} at={at} isPlaceholder={hasBeenComplete === null} />;
};

/** The page, with two ads in an aside at the right if its layout has one. */
export const PageWithSideAds = ({ children }: { readonly children: ReactNode }) => {
	const { pathname } = useLocation();
	if (!site.hasAds || !getAdLayout(pathname, { hasBeenComplete: false, isOnPhone: false }).hasAside) return children;
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

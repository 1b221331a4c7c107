import type { MatchEntry } from "@first-bounce/contract/stats/static-data";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { formatPoints } from "../../i18n/format.ts";
import type { LiveMatch } from "../matches/live-match.ts";
import { NO_VALUE } from "../stat-tiles.ts";
import styles from "./player-modal.module.css";

/** The progress of a match: its quarter, else its minutes; empty if neither is known. */
function formatProgress({ quarter, minutes }: MatchEntry, t: TFunction): string {
	if (quarter !== null) return t("player.live.quarter", { quarter });
	return minutes === null ? "" : t("player.live.minutes", { minutes });
}

/** "BAL 34 – 28 KOA"; without the scores where they are unknown. */
function formatMatch({ homeSquadId, awaySquadId, homeScore, awayScore }: MatchEntry, { squads }: Season): string {
	const [home, away] = [homeSquadId, awaySquadId].map((id) => squads.get(id)?.abbreviation ?? "");
	if (homeScore === null || awayScore === null) return `${home} v ${away}`;
	return `${home} ${formatPoints(homeScore)} – ${formatPoints(awayScore)} ${away}`;
}

/** A player's live score, her projected score, and the match that she is playing. */
export const LiveFacts = ({ live, season }: { readonly live: LiveMatch; readonly season: Season }) => {
	const { t } = useTranslation();
	const { match, points, expectedPoints } = live;
	const progress = formatProgress(match, t);
	return (
		<dl className={styles.live}>
			<div>
				<dt className={styles.liveLabel}>{t("team.liveScore")}</dt>
				<dd>{points === null ? NO_VALUE : formatPoints(points)}</dd>
			</div>
			<div>
				<dt>{t("team.projected")}</dt>
				<dd>{formatPoints(Math.round(expectedPoints))}</dd>
			</div>
			<div>
				<dt>{progress === "" ? t("player.live.match") : `${t("player.live.match")} · ${progress}`}</dt>
				<dd>{formatMatch(match, season)}</dd>
			</div>
		</dl>
	);
};

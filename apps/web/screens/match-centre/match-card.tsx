import type { MatchEntry } from "@first-bounce/contract/stats/static-data";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { paths } from "../../app/paths.ts";
import { Guernsey } from "../../components/guernsey/guernsey.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { useSeasonTimer } from "../../live/season-clock.ts";
import { getMatchState, isUnderWay } from "../../players/matches/match-state.ts";
import { useMatchLabel } from "../../players/matches/use-match-label.ts";
import styles from "./match-centre.module.css";
import type { MatchCentre } from "./use-match-centre.ts";

interface Props {
	readonly match: MatchEntry;
	readonly centre: MatchCentre;
}

/** Formats how many of a match's players the viewer has, and how many her opponents have. */
function useOwnedCountsText({ match, centre: { round, season, getPlayerOwners } }: Props): string {
	const { t } = useTranslation();
	const playerOwners = season.players
		.filter((player) => [match.homeSquadId, match.awaySquadId].includes(getSquadInRound(player, round.id)))
		.map(({ id }) => getPlayerOwners(id));
	const ownCount = playerOwners.filter(({ ownRole }) => ownRole !== null).length;
	const opponentCount = playerOwners.filter(({ opponents }) => opponents.length > 0).length;
	return [
		...(ownCount > 0 ? [t("matchCentre.mineCount", { count: ownCount })] : []),
		...(opponentCount > 0 ? [t("matchCentre.theirsCount", { count: opponentCount })] : []),
	].join(" · ");
}

function findLineupState({ homeSquadId, awaySquadId }: MatchEntry, { players }: Season): "both" | "one" | "none" {
	const isNamed = (id: number) => players.some(({ squadId, status }) => squadId === id && status === "playing");
	const named = [homeSquadId, awaySquadId].filter(isNamed).length;
	return named === 2 ? "both" : named === 1 ? "one" : "none";
}

export const MatchCard = (props: Props) => {
	const { match } = props;
	const { season } = props.centre;
	const { t } = useTranslation();
	const { search } = useLocation();
	const formatLabel = useMatchLabel();
	const counts = useOwnedCountsText(props);
	const state = getMatchState(match, useSeasonTimer().now());
	const sides = [
		{ squadId: match.homeSquadId, score: match.homeScore },
		{ squadId: match.awaySquadId, score: match.awayScore },
	];
	const names = sides.map(({ squadId }) => season.squads.get(squadId)?.name ?? "");
	return (
		<li>
			<Link
				className={styles.match}
				to={{ pathname: paths.matchCentre.to(match.id), search }}
				data-live={isUnderWay(state) || undefined}
				data-upcoming={state === "upcoming" || undefined}
			>
				<span className="spoken">{t("home.versus", { home: names[0], away: names[1] })}</span>
				{sides.map(({ squadId, score }) => (
					<span key={squadId} className={styles.side}>
						<span className={styles.guernsey}>
							<Guernsey squadId={squadId} />
						</span>
						<b aria-hidden="true">{season.squads.get(squadId)?.abbreviation}</b>
						{score === null ? null : <span className={styles.score}>{formatPoints(score)}</span>}
					</span>
				))}
				<small className={styles.clock}>{formatLabel(match)}</small>
				{state === "upcoming" ? (
					<>
						<small className={`${styles.counts} ${styles.venue}`}>{match.venue}</small>
						<small className={styles.counts}>{t(`matchCentre.lineups.${findLineupState(match, season)}`)}</small>
					</>
				) : null}
				<small className={`${styles.counts} ${styles.owned}`}>{counts}</small>
			</Link>
		</li>
	);
};

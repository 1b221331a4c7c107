import type { MatchEntry } from "@first-bounce/contract/stats/static-data";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { paths } from "../../../app/paths.ts";
import { formatPoints } from "../../../i18n/format.ts";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import { getMatchState, isUnderWay } from "../../../players/matches/match-state.ts";
import { useMatchLabel } from "../../../players/matches/use-match-label.ts";
import styles from "./match-strip.module.css";

const LiveMatch = ({ match, season }: { readonly match: MatchEntry; readonly season: Season }) => {
	const formatLabel = useMatchLabel();
	const sides = [
		{ squadId: match.homeSquadId, score: match.homeScore },
		{ squadId: match.awaySquadId, score: match.awayScore },
	];
	return (
		<li>
			<Link to={paths.matchCentre.to(match.id)}>
				{sides.map(({ squadId, score }) => (
					<span key={squadId}>
						{season.squads.get(squadId)?.abbreviation} <b>{score === null ? "" : formatPoints(score)}</b>
					</span>
				))}
				<small>{formatLabel(match)}</small>
			</Link>
		</li>
	);
};

/** The current round's live matches, with a link to the match centre. */
export const MatchStrip = ({ season }: { readonly season: Season }) => {
	const { t } = useTranslation();
	const formatLabel = useMatchLabel();
	const now = useSeasonTimer().now();
	const matches = (season.current?.matches ?? []).flatMap(({ id }) => season.matchById.get(id) ?? []);
	const live = matches.filter((match) => isUnderWay(getMatchState(match, now)));
	const next = matches.find((match) => getMatchState(match, now) === "upcoming");
	const [home, away] = next ? [next.homeSquadId, next.awaySquadId] : [];
	return (
		<nav className={styles.strip} aria-label={t("matchCentre.title")}>
			<Link className={styles.all} to={paths.matchCentre.to()}>
				{t("matchCentre.title")}
			</Link>
			{live.length > 0 ? (
				<ul>
					{live.map((match) => (
						<LiveMatch key={match.id} match={match} season={season} />
					))}
				</ul>
			) : next ? (
				<p>
					{t("matchCentre.next", {
						home: season.squads.get(home ?? 0)?.abbreviation ?? "",
						away: season.squads.get(away ?? 0)?.abbreviation ?? "",
						time: formatLabel(next),
					})}
				</p>
			) : null}
		</nav>
	);
};

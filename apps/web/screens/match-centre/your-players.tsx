import type { MatchEntry, PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { paths } from "../../app/paths.ts";
import { ScoreBadge, type ScoreTone, StatusBadge } from "../../components/badges/badges.tsx";
import { Guernsey } from "../../components/guernsey/guernsey.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { formatMatchTime, formatPoints } from "../../i18n/format.ts";
import { isInPlay } from "../../players/matches/live-match.ts";
import { useMatchLabel } from "../../players/matches/use-match-label.ts";
import { getFullName } from "../../players/player-format.ts";
import { PlayerName } from "../../players/player-name.tsx";
import type { PlayerOwners } from "./event-model.ts";
import styles from "./match-centre.module.css";
import type { MatchCentre } from "./use-match-centre.ts";

interface OwnPlayer {
	readonly player: PlayerEntry;
	readonly squadId: number;
	readonly playerOwners: PlayerOwners;
	/** In a double week the one in play, or else the next or the last; null on a bye. */
	readonly match: MatchEntry | null;
	/** In the round so far; null without a stat. */
	readonly points: number | null;
}

/** Live matches come first, then scheduled matches, then matches that are over. */
const getOrder = (match: MatchEntry | null): number => {
	if (!match) return 3;
	return isInPlay(match) ? 0 : match.status === "scheduled" ? 1 : 2;
};

/** Of a squad's matches of a round, the one in play, or else the next, or else the last. */
const findMatchToShow = (matches: readonly MatchEntry[]): MatchEntry | null =>
	matches.find(isInPlay) ??
	matches.find(({ status, isAbandoned }) => status === "scheduled" && !isAbandoned) ??
	matches.at(-1) ??
	null;

/** The viewer's players in the order of their matches, in each match by points or projection; those with a bye come last. */
function listOwnPlayers({
	round,
	season,
	openMatch,
	shownMatches,
	getPlayerOwners,
}: MatchCentre): readonly OwnPlayer[] {
	const shown = shownMatches.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
	const getRank = ({ player, match, points }: OwnPlayer) =>
		!match || match.status === "scheduled" ? player.stats.projectedPoints : (points ?? -1);
	return season.players
		.flatMap((player): OwnPlayer[] => {
			const playerOwners = getPlayerOwners(player.id);
			if (playerOwners.ownRole === null) return [];
			const squadId = getSquadInRound(player, round.id);
			const match = findMatchToShow(
				shown.filter(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId].includes(squadId)),
			);
			if (!match && (openMatch || !round.byeSquads.includes(squadId))) return [];
			return [{ player, squadId, playerOwners, match, points: player.stats.scores[String(round.id)] ?? null }];
		})
		.sort(
			(a, b) =>
				getOrder(a.match) - getOrder(b.match) ||
				(a.match && b.match ? shown.indexOf(a.match) - shown.indexOf(b.match) : 0) ||
				getRank(b) - getRank(a),
		);
}

const getTone = ({ match, points }: OwnPlayer): ScoreTone => {
	const isToCome = match?.status === "scheduled";
	if (match === null || (isToCome && points === null)) return "projected";
	if (points === null) return isInPlay(match) ? "live" : "dnp";
	return isInPlay(match) || isToCome ? "live" : "final";
};

const Row = ({ own, season }: { readonly own: OwnPlayer; readonly season: Season }) => {
	const { t } = useTranslation();
	const formatLabel = useMatchLabel();
	const { player, squadId, match, points } = own;
	const role = own.playerOwners.ownRole;
	const opponentId = match?.homeSquadId === squadId ? match.awaySquadId : match?.homeSquadId;
	const opponent = t("matchCentre.against", { club: season.squads.get(opponentId ?? 0)?.abbreviation ?? "" });
	const isToCome = match?.status === "scheduled";
	const when = !match
		? t("card.bye")
		: `${opponent} · ${isToCome ? formatMatchTime(Date.parse(match.date)) : formatLabel(match)}`;
	const tone = getTone(own);
	const projection = formatPoints(Math.round(player.stats.projectedPoints));
	return (
		<li className={styles.player} data-owner="mine">
			<span className={styles.guernsey}>
				<Guernsey squadId={squadId} />
			</span>
			<div>
				<PlayerName id={player.id} name={getFullName(player)} />
				{role === null || role === "field" ? null : (
					<small className={styles.tag} data-owner="mine" data-role={role}>
						{t(`matchCentre.ownRole.${role}`)}
					</small>
				)}
				<small className={styles.counts}>
					{isToCome ? (
						<>
							<StatusBadge status={player.status} /> {t(`status.${player.status}`)} ·{" "}
						</>
					) : null}
					{when}
				</small>
			</div>
			{tone === "projected" ? (
				<strong>
					<span className="spoken">{t("team.projected")} </span>
					{match ? projection : "–"}
				</strong>
			) : (
				<ScoreBadge tone={tone} text={tone === "dnp" ? t("card.dnp") : formatPoints(points ?? 0)} />
			)}
		</li>
	);
};

/** The viewer's players: before their match whether they are named and what is projected, afterwards their points. */
export const YourPlayers = ({ centre }: { readonly centre: MatchCentre }) => {
	const { t } = useTranslation();
	const { season, owners, shownMatches } = centre;
	if (owners.isLoading) return <Skeleton height="50vh" radius="var(--radius-l)" />;
	// The screen's notices say that the players could not be loaded.
	if (!owners.data) return null;
	const players = listOwnPlayers(centre);
	const isToCome = shownMatches.every(({ status }) => status === "scheduled");
	return (
		<section className={styles.card} aria-label={t("matchCentre.yourPlayers")}>
			<h2 className={styles.split}>
				{t("matchCentre.yourPlayers")} {players.length > 0 && isToCome ? <small>{t("team.projected")}</small> : null}
			</h2>
			{players.length > 0 ? (
				<ul>
					{players.map((own) => (
						<Row key={own.player.id} own={own} season={season} />
					))}
				</ul>
			) : owners.data.own ? (
				<p>{t("matchCentre.noneOfYours")}</p>
			) : (
				<p>
					{t("matchCentre.noTeam")} <Link to={paths.team.to()}>{t("team.title")}</Link>
				</p>
			)}
			{isToCome ? <p className={styles.counts}>{t("matchCentre.notBegun")}</p> : null}
		</section>
	);
};

import type { MatchEntry, PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { paths } from "../../app/paths.ts";
import { StatusBadge } from "../../components/badges/badges.tsx";
import { Guernsey } from "../../components/guernsey/guernsey.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { formatMatchTime, formatPoints } from "../../i18n/format.ts";
import { PlayerName } from "../../players/player-name.tsx";
import type { Ownership } from "./event-model.ts";
import styles from "./match-centre.module.css";
import { OwnerTags } from "./owner-tags.tsx";
import type { MatchCentre } from "./use-match-centre.ts";

interface UpcomingPlayer {
	readonly player: PlayerEntry;
	readonly ownership: Ownership;
	/** Null on a bye. */
	readonly match: MatchEntry | null;
}

interface Props {
	readonly round: Round;
	readonly season: Season;
	readonly centre: MatchCentre;
	/** The shown match; undefined for all matches of the round. */
	readonly open: MatchEntry | undefined;
}

/** The viewer's players in the order of their matches, in each match by projection; those with a bye come last. */
function listOwnPlayers({ round, season, centre, open }: Props): readonly UpcomingPlayer[] {
	const shown = open ? [open] : centre.matches;
	const byStart = shown.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
	return season.players
		.flatMap((player): UpcomingPlayer[] => {
			const ownership = centre.getOwnership(player.id);
			const match = byStart.find(({ homeSquadId, awaySquadId }) => [homeSquadId, awaySquadId].includes(player.squadId));
			const hasBye = !open && round.byeSquads.includes(player.squadId);
			return ownership.ownRole !== null && (match || hasBye) ? [{ player, ownership, match: match ?? null }] : [];
		})
		.sort((a, b) => {
			const [placeA, placeB] = [a, b].map(({ match }) => (match ? byStart.indexOf(match) : byStart.length));
			return (placeA ?? 0) - (placeB ?? 0) || b.player.stats.projectedPoints - a.player.stats.projectedPoints;
		});
}

const Row = ({
	upcoming: { player, ownership, match },
	season,
}: {
	readonly upcoming: UpcomingPlayer;
	readonly season: Season;
}) => {
	const { t } = useTranslation();
	const opponentId = match?.homeSquadId === player.squadId ? match.awaySquadId : match?.homeSquadId;
	const opponent = season.squads.get(opponentId ?? 0)?.abbreviation ?? "";
	const when = match
		? `${t("matchCentre.against", { club: opponent })} · ${formatMatchTime(Date.parse(match.date))}`
		: t("card.bye");
	return (
		<li className={styles.player} data-owner="mine">
			<span className={styles.guernsey}>
				<Guernsey squadId={player.squadId} />
			</span>
			<div>
				<PlayerName id={player.id} name={`${player.firstName} ${player.lastName}`} />
				{ownership.ownRole === "field" ? null : <OwnerTags ownRole={ownership.ownRole} opponents={[]} isInLeague />}
				<small className={styles.counts}>
					<StatusBadge status={player.status} /> {t(`status.${player.status}`)} · {when}
				</small>
			</div>
			<strong>
				<span className="spoken">{t("team.projected")} </span>
				{formatPoints(Math.round(player.stats.projectedPoints))}
			</strong>
		</li>
	);
};

/** The viewer's players before the first bounce: when they play, whether they are named, and their projected points. */
export const UpcomingPlayers = (props: Props) => {
	const { t } = useTranslation();
	const { owners } = props.centre;
	if (owners.isLoading) return <Skeleton height="50vh" radius="var(--radius-l)" />;
	const players = listOwnPlayers(props);
	return (
		<section className={styles.card} aria-label={t("matchCentre.yourPlayers")}>
			<h2 className={styles.split}>
				{t("matchCentre.yourPlayers")} {players.length > 0 ? <small>{t("team.projected")}</small> : null}
			</h2>
			{players.length > 0 ? (
				<ul>
					{players.map((upcoming) => (
						<Row key={upcoming.player.id} upcoming={upcoming} season={props.season} />
					))}
				</ul>
			) : owners.data?.own ? (
				<p>{t("matchCentre.noneOfYours")}</p>
			) : (
				<p>
					{t("matchCentre.noTeam")} <Link to={paths.team.to()}>{t("team.title")}</Link>
				</p>
			)}
			<p className={styles.counts}>{t("matchCentre.notBegun")}</p>
		</section>
	);
};

import type { MatchEntry, MatchFile, PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { isLikelyToPlay } from "@first-bounce/rules/projections/forecast";
import { STAT_KEYS } from "@first-bounce/rules/scoring/stats";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../components/badges/badges.tsx";
import { Guernsey } from "../../components/guernsey/guernsey.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { getFullName } from "../../players/player-format.ts";
import { PlayerName } from "../../players/player-name.tsx";
import type { PlayerOwners } from "./event-model.ts";
import styles from "./match-centre.module.css";
import { OwnerTags } from "./owner-tags.tsx";
import type { MatchCentre } from "./use-match-centre.ts";

interface Props {
	readonly match: MatchEntry;
	readonly centre: MatchCentre;
	/** Undefined before the match has started, or while it loads. */
	readonly file: MatchFile | undefined;
}

interface PlayerRow {
	readonly id: number;
	readonly name: string;
	readonly points: number | null;
	readonly stats: MatchFile["lines"][number]["stats"] | null;
	readonly projection: number | null;
	/** Her availability before the match; null once it has started. */
	readonly status: PlayerStatus | null;
}

/** The order before the match: named players, emergencies, those whose line-up is to come, then those who will not play. */
const STATUS_ORDER: readonly PlayerStatus[] = ["playing", "emergency", "uncertain", "injured", "not-playing"];
const NAMED_STATUSES: readonly PlayerStatus[] = ["playing", "emergency"];

const buildRow = (player: PlayerEntry, known: Partial<PlayerRow> = {}): PlayerRow => ({
	id: player.id,
	name: getFullName(player),
	points: null,
	stats: null,
	projection: null,
	status: null,
	...known,
});

/**
 * Before the match: the players who are named, expected or owned, by availability and projection. Afterwards: those who
 * took the field, by points, then the other owned players.
 */
function listRows(squadId: number, { match, centre, file }: Props): readonly PlayerRow[] {
	const { round, season, getPlayerOwners } = centre;
	const squad = season.players.filter((player) => getSquadInRound(player, round.id) === squadId);
	const isOwned = ({ id }: PlayerEntry) => {
		const { ownRole, opponents } = getPlayerOwners(id);
		return ownRole !== null || opponents.length > 0;
	};
	if (match.status === "scheduled") {
		const isExpected = ({ stats, status }: PlayerEntry) =>
			NAMED_STATUSES.includes(status) || isLikelyToPlay(stats.chanceToPlay);
		const getProjection = ({ stats }: PlayerEntry) => Math.round(stats.projectedPoints);
		return squad
			.filter((player) => isExpected(player) || isOwned(player))
			.sort(
				(a, b) =>
					STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status) || getProjection(b) - getProjection(a),
			)
			.map((player) => buildRow(player, { projection: getProjection(player), status: player.status }));
	}
	const played = (file?.lines ?? [])
		.filter((line) => line.squadId === squadId)
		.toSorted((a, b) => b.points - a.points)
		.flatMap(({ playerId, points, stats }) => {
			const player = season.playerById.get(playerId);
			return player ? [buildRow(player, { points, stats })] : [];
		});
	const playedIds = new Set(played.map(({ id }) => id));
	const absent = file ? squad.filter((player) => !playedIds.has(player.id) && isOwned(player)) : [];
	return [...played, ...absent.map((player) => buildRow(player))];
}

interface RowProps extends Pick<Props, "match"> {
	readonly row: PlayerRow;
	readonly playerOwners: PlayerOwners;
}

const Row = ({ row, match, playerOwners }: RowProps) => {
	const { t } = useTranslation();
	const { stats, points, projection, status } = row;
	const counts = stats && STAT_KEYS.filter((key) => stats[key] > 0).map((key) => `${key} ${stats[key]}`);
	const note =
		projection !== null
			? t("matchCentre.projected", { points: formatPoints(projection) })
			: t(match.status === "complete" ? "matchCentre.didNotPlay" : "matchCentre.notOnGround");
	return (
		<li
			className={styles.player}
			data-owner={playerOwners.ownRole ? "mine" : playerOwners.opponents.length > 0 ? "theirs" : undefined}
		>
			<div>
				<PlayerName id={row.id} name={row.name} />
				<OwnerTags {...playerOwners} />
				<small className={styles.counts}>
					{status ? (
						<>
							<StatusBadge status={status} /> {t(`status.${status}`)} ·{" "}
						</>
					) : null}
					<span>{counts ? counts.join(" · ") : note}</span>
				</small>
			</div>
			<strong>{points === null ? "–" : formatPoints(points)}</strong>
		</li>
	);
};

export const MatchPlayers = (props: Props) => {
	const { t } = useTranslation();
	const { match } = props;
	const { season, getPlayerOwners } = props.centre;
	return (
		<div className={styles.teams}>
			{[match.homeSquadId, match.awaySquadId].map((squadId) => {
				const rows = listRows(squadId, props);
				const name = season.squads.get(squadId)?.name ?? "";
				return (
					<section key={squadId} className={styles.card} aria-label={name}>
						<h2 className={styles.squad}>
							<span className={styles.guernsey}>
								<Guernsey squadId={squadId} />
							</span>
							{name}
						</h2>
						{rows.length === 0 ? (
							<p>{t("matchCentre.noPlayers")}</p>
						) : (
							<ul>
								{rows.map((row) => (
									<Row key={row.id} row={row} match={match} playerOwners={getPlayerOwners(row.id)} />
								))}
							</ul>
						)}
					</section>
				);
			})}
		</div>
	);
};

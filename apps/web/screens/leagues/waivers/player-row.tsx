import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { paths } from "../../../app/paths.ts";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import type { PlayerStateKind } from "../../../draft-league/player-state.ts";
import { formatInteger, formatPoints } from "../../../i18n/format.ts";
import { findNextFixture, formatFixture, formatPositions, getFullName } from "../../../players/player-format.ts";
import { PlayerLine } from "../../../players/player-line.tsx";
import poolStyles from "../draft/room/player-pool.module.css";
import { Figures } from "../draft/room/pool-player.tsx";
import { useByes } from "../draft/room/use-byes.ts";
import styles from "./waivers.module.css";

interface Props {
	readonly leagueId: number;
	readonly player: PlayerEntry;
	readonly season: Season;
	readonly kind: PlayerStateKind;
	/** Who owns her, or until when she is on waivers, in words. */
	readonly stateText: string;
	/** In how many draft leagues somebody has her, in per cent; null while too few are counted. */
	readonly ownedPercent: number | null;
	readonly isClaimed: boolean;
	/** Whether the user has a team that may take players. */
	readonly hasTeam: boolean;
	readonly onTake: (player: PlayerEntry) => void;
}

const SHOWN_ROUNDS = 3;

/** Her scores in the last complete rounds, newest last: "72 · – · 65". */
function formatLastResults({ stats }: PlayerEntry, { rounds }: Season): string {
	const complete = rounds.filter(({ status }) => status === "complete").slice(-SHOWN_ROUNDS);
	return complete
		.map(({ id }) => stats.scores[String(id)])
		.map((points) => (points === undefined ? "–" : formatPoints(points)))
		.join(" · ");
}

const Action = ({ leagueId, player, kind, isClaimed, hasTeam, onTake }: Props) => {
	const { t } = useTranslation();
	const name = getFullName(player);
	if (kind === "locked")
		return (
			<span className={styles.locked} title={t("waivers.state.locked")}>
				<Icon name="lock" size={16} />
			</span>
		);
	if (hasTeam && kind === "owned")
		return (
			<Link
				className={styles.trade}
				to={paths.leagueTradeOffer.to(leagueId, { player: player.id })}
				aria-label={t("waivers.row.tradeName", { name })}
			>
				{t("waivers.row.trade")}
			</Link>
		);
	// An empty cell keeps the row's columns in place.
	if (!hasTeam || kind === "own" || kind === "owned" || kind === "barred") return <span className={styles.locked} />;
	const action = kind === "free" ? "add" : isClaimed ? "claimed" : "claim";
	return (
		<button
			type="button"
			className={`${poolStyles.draft} ${styles.take}`}
			data-kind={action}
			aria-label={t(`waivers.row.${action}Name`, { name })}
			onClick={() => onTake(player)}
		>
			{t(`waivers.row.${action}`)}
		</button>
	);
};

/** A player with her state in the league, her next match, her figures and what the user may do. */
export const PlayerRow = memo((props: Props) => {
	const { player, season, kind, stateText, ownedPercent } = props;
	const { t } = useTranslation();
	const formatByes = useByes(season);
	const { squadId, position, status, statusNote, stats } = player;
	const next = findNextFixture(player, season);
	const fixture = next === null ? null : (formatFixture(next) ?? t("card.bye"));
	const byes = formatByes(squadId);
	const owned = ownedPercent === null ? null : t("waivers.row.owned", { percent: formatInteger(ownedPercent) });
	return (
		<li className={`${poolStyles.row} ${styles.row}`} data-off={kind === "locked" || undefined}>
			<PlayerLine player={player} season={season}>
				<small>
					<StatusBadge status={status} label={t(`status.${status}`)} />{" "}
					{[formatPositions(position, t), player.squad.abbreviation, fixture, byes, owned].filter(Boolean).join(" · ")}
				</small>
				{statusNote ? <small className={poolStyles.problem}>{statusNote}</small> : null}
			</PlayerLine>
			<span className={styles.last}>
				<span className="spoken">{t("waivers.row.last")} </span>
				{formatLastResults(player, season)}
			</span>
			<Figures player={player} points={stats.projectedPoints} />
			<span className={styles.state} data-kind={kind}>
				{stateText}
			</span>
			<Action {...props} />
		</li>
	);
});

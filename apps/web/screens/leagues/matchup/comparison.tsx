import type { MatchUpView } from "@first-bounce/contract/leagues/league-ladder";
import type { Slot } from "@first-bounce/rules/lineup/lineup";
import { getSquadStatus, type Round } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { useTranslation } from "react-i18next";
import { useSeason } from "../../../api/use-season.ts";
import { ScoreBadge, StatusBadge } from "../../../components/badges/badges.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { type Column, type RowGroup, Table } from "../../../components/table/table.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import { formatFixture, getAvailability, getFixture } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { type MatchUpRow, type SideCell, sumSidePoints } from "../model/matchup-rows.ts";
import styles from "./matchup.module.css";

interface CellProps {
	readonly cell: SideCell;
	readonly side: "home" | "away";
	readonly round: Round;
}

/** A player with role, availability and match, or a hidden or empty slot. */
const PlayerCell = ({ cell, side, round }: CellProps) => {
	const { t } = useTranslation();
	const season = useSeason();
	if (cell.kind === "hidden")
		return (
			<span className={styles.player} data-side={side} data-hidden>
				<Icon name="lock" size={14} />
				<span>
					{t("leagues.matchup.hidden")} <span className="spoken">{t("leagues.matchup.hiddenUntil")}</span>
				</span>
			</span>
		);
	if (cell.kind === "nobody") return null;
	const { player, score, role } = cell;
	const squadId = getSquadInRound(player, round.id);
	const fixture = season.state === "ready" ? formatFixture(getFixture(squadId, round, season.value)) : null;
	const status = getAvailability(round, player);
	const change = score.covers ? "covers" : score.coveredBy ? "covered" : null;
	return (
		<span className={styles.player} data-side={side} data-out={score.coveredBy !== null || undefined}>
			<span className={styles.portrait}>
				<Portrait squadId={squadId} photo={season.state === "ready" ? season.value.getPhotoPath(player) : null} />
			</span>
			<span className={styles.who}>
				<PlayerName
					id={player.id}
					name={`${player.firstName} ${player.lastName}`}
					className={`${styles.link} plain-link`}
				>
					{player.lastName}
				</PlayerName>
				<small>
					{status ? <StatusBadge status={status} label={t(`status.${status}`)} /> : null} {fixture ?? t("card.bye")}
					{change ? ` · ${t(`leagues.matchup.${change}`)}` : ""}
				</small>
			</span>
			{role ? (
				<span className={styles.role} data-role={role}>
					<span aria-hidden="true">{t(`card.role.${role}`)}</span>
					<span className="spoken">{t(`card.spoken.${role}`)}</span>
				</span>
			) : null}
		</span>
	);
};

/** The points that count for the team; points that do not count are grey. */
const PointsCell = ({ cell, round }: Omit<CellProps, "side">) => {
	const { t } = useTranslation();
	if (cell.kind !== "player") return null;
	const { player, score } = cell;
	if (score.state === "did-not-play") return <ScoreBadge tone="dnp" text={t("card.dnp")} />;
	if (score.state === "to-come")
		return (
			<span className={styles.idle}>
				<span aria-hidden="true">–</span>
				<span className="spoken">{t("leagues.matchup.toCome")}</span>
			</span>
		);
	const status = getSquadStatus(getSquadInRound(player, round.id), round);
	const isLive = status === "playing" || status === "partial";
	const isCounted = score.factor > 0;
	const text = formatPoints(isCounted ? score.counted : score.points);
	return (
		<span className={isCounted ? undefined : styles.idle}>
			{isLive && isCounted ? <ScoreBadge tone="live" text={text} /> : text}
			{score.factor > 1 ? <span className="spoken">{t("leagues.matchup.doubled")}</span> : null}
		</span>
	);
};

interface Props {
	readonly matchUp: MatchUpView;
	readonly round: Round;
	readonly rows: readonly MatchUpRow[];
}

interface TableProps extends Pick<Props, "matchUp" | "round"> {
	readonly groups: readonly RowGroup<MatchUpRow>[];
	readonly getLabel: (row: MatchUpRow) => string;
	/** The sums of both teams below their points. */
	readonly totals?: { readonly label: string; readonly home: number; readonly away: number };
}

/** The players of both teams, with their points towards the middle. */
const MatchUpTable = ({ matchUp, round, groups, getLabel, totals }: TableProps) => {
	const { t } = useTranslation();
	const getName = (side: "home" | "away") => matchUp[side].teamName || t("rankings.formerTeam");
	const buildPlayers = (side: "home" | "away"): Column<MatchUpRow> => ({
		id: side,
		head: getName(side),
		cell: (row) => <PlayerCell cell={row[side]} side={side} round={round} />,
		...(totals && side === "home" ? { foot: [totals.label] } : {}),
	});
	const buildPoints = (side: "home" | "away"): Column<MatchUpRow> => ({
		id: `${side}Points`,
		head: <span className="spoken">{t("stat.roundPoints")}</span>,
		className: styles.points,
		cell: (row) => <PointsCell cell={row[side]} round={round} />,
		...(totals ? { foot: [formatPoints(totals[side])] } : {}),
	});
	// A row without a slot is identified by its index.
	const getKey = (row: MatchUpRow) =>
		row.slot
			? `${row.slot.area}${row.slot.line}${row.slot.index}`
			: groups.map(({ rows }) => rows.indexOf(row)).join(" ");
	return (
		<Table
			caption={t("leagues.fixtures.versus", { home: getName("home"), away: getName("away") })}
			isCard
			className={styles.table}
			rowHead={null}
			groups={groups}
			getKey={getKey}
			columns={[
				buildPlayers("home"),
				buildPoints("home"),
				{
					id: "line",
					head: <span className="spoken">{t("pool.position")}</span>,
					className: styles.line,
					cell: getLabel,
				},
				buildPoints("away"),
				buildPlayers("away"),
			]}
		/>
	);
};

const HiddenCount = ({ matchUp }: Pick<Props, "matchUp">) => {
	const { t } = useTranslation();
	const hidden = matchUp.home.hidden + matchUp.away.hidden;
	return hidden > 0 ? <p className={styles.note}>{t("leagues.matchup.hiddenCount", { count: hidden })}</p> : null;
};

/** Compares slot by slot: field with a utility that scores, then bench and utility. */
export const HeadToHead = ({ matchUp, round, rows, utilityScores }: Props & { readonly utilityScores: boolean }) => {
	const { t } = useTranslation();
	const getLine = ({ slot }: MatchUpRow) => t(`line.${slot?.line ?? "UTL"}`);
	const isOnField = ({ slot }: MatchUpRow) => slot?.area === "field" || (slot?.area === "utility" && utilityScores);
	return (
		<>
			<MatchUpTable
				matchUp={matchUp}
				round={round}
				getLabel={getLine}
				groups={[
					{ id: "field", title: null, rows: rows.filter(isOnField) },
					{ id: "bench", title: t("leagues.matchup.bench"), rows: rows.filter((row) => !isOnField(row)) },
				]}
			/>
			<HiddenCount matchUp={matchUp} />
		</>
	);
};

/** Compares only the players who count, or count double, for one of the two teams. */
export const UniqueScorers = ({ matchUp, round, rows }: Props) => {
	const { t } = useTranslation();
	if (rows.length === 0)
		return (
			<>
				<p className={styles.note}>{t("leagues.matchup.none")}</p>
				<HiddenCount matchUp={matchUp} />
			</>
		);
	const getLine = ({ home, away }: MatchUpRow): string => {
		const slots: (Slot | null)[] = [home, away].map((cell) => (cell.kind === "player" ? cell.score.slot : null));
		return [...new Set(slots.flatMap((slot) => (slot ? [t(`line.${slot.line ?? "UTL"}`)] : [])))].join(" · ");
	};
	return (
		<>
			<p className={styles.note}>{t("leagues.matchup.uniqueText")}</p>
			<MatchUpTable
				matchUp={matchUp}
				round={round}
				getLabel={getLine}
				groups={[{ id: "unique", title: null, rows }]}
				totals={{
					label: t("leagues.matchup.uniqueTotal"),
					home: sumSidePoints(rows, "home"),
					away: sumSidePoints(rows, "away"),
				}}
			/>
			<HiddenCount matchUp={matchUp} />
		</>
	);
};

import type { MatchUpView } from "@first-bounce/contract/leagues/league-ladder";
import type { Slot } from "@first-bounce/rules/lineup/lineup";
import type { Round } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format.ts";
import { type MatchUpRow, sumSidePoints } from "../model/matchup-rows.ts";
import styles from "./matchup.module.css";
import { PlayerCell, PointsCell } from "./side-cells.tsx";

interface Props {
	readonly match: MatchUpView;
	readonly round: Round;
	readonly rows: readonly MatchUpRow[];
}

const Rows = ({
	rows,
	round,
	getLabel,
}: Pick<Props, "rows" | "round"> & { readonly getLabel: (row: MatchUpRow) => string }) =>
	rows.map((row, index) => (
		// A row without a slot is identified by its index.
		<tr key={row.slot ? `${row.slot.area}${row.slot.line}${row.slot.index}` : `unique${index}`}>
			<PlayerCell cell={row.home} side="home" round={round} />
			<PointsCell cell={row.home} round={round} />
			<td className={styles.line}>{getLabel(row)}</td>
			<PointsCell cell={row.away} round={round} />
			<PlayerCell cell={row.away} side="away" round={round} />
		</tr>
	));

const Head = ({ match }: Pick<Props, "match">) => {
	const { t } = useTranslation();
	const getName = (team: MatchUpView["home"]) => team.teamName || t("rankings.formerTeam");
	return (
		<>
			<caption className="spoken">
				{t("leagues.fixtures.versus", { home: getName(match.home), away: getName(match.away) })}
			</caption>
			<thead>
				<tr>
					<th scope="col">{getName(match.home)}</th>
					<th scope="col" className={styles.points}>
						<span className="spoken">{t("stat.roundPoints")}</span>
					</th>
					<th scope="col" className={styles.line}>
						<span className="spoken">{t("pool.position")}</span>
					</th>
					<th scope="col" className={styles.points}>
						<span className="spoken">{t("stat.roundPoints")}</span>
					</th>
					<th scope="col">{getName(match.away)}</th>
				</tr>
			</thead>
		</>
	);
};

const HiddenCount = ({ match }: Pick<Props, "match">) => {
	const { t } = useTranslation();
	const hidden = match.home.hidden + match.away.hidden;
	return hidden > 0 ? <p className={styles.note}>{t("leagues.matchup.hiddenCount", { count: hidden })}</p> : null;
};

/** Compares slot by slot: field, bench, utility. */
export const HeadToHead = ({ match, round, rows }: Props) => {
	const { t } = useTranslation();
	const getLine = ({ slot }: MatchUpRow) => t(`line.${slot?.line ?? "UTL"}`);
	const listRowsInArea = (isField: boolean) => rows.filter(({ slot }) => (slot?.area === "field") === isField);
	return (
		<>
			<table className={styles.table}>
				<Head match={match} />
				<tbody>
					<Rows rows={listRowsInArea(true)} round={round} getLabel={getLine} />
				</tbody>
				<tbody className={styles.bench}>
					<tr>
						<th colSpan={5} scope="rowgroup">
							{t("leagues.matchup.bench")}
						</th>
					</tr>
					<Rows rows={listRowsInArea(false)} round={round} getLabel={getLine} />
				</tbody>
			</table>
			<HiddenCount match={match} />
		</>
	);
};

/** Compares only the players who count, or count double, for one of the two teams. */
export const UniqueScorers = ({ match, round, rows }: Props) => {
	const { t } = useTranslation();
	if (rows.length === 0)
		return (
			<>
				<p className={styles.note}>{t("leagues.matchup.none")}</p>
				<HiddenCount match={match} />
			</>
		);
	const getLine = ({ home, away }: MatchUpRow): string => {
		const slots: (Slot | null)[] = [home, away].map((cell) => (cell.kind === "player" ? cell.score.slot : null));
		return [...new Set(slots.flatMap((slot) => (slot ? [t(`line.${slot.line ?? "UTL"}`)] : [])))].join(" · ");
	};
	return (
		<>
			<p className={styles.note}>{t("leagues.matchup.uniqueText")}</p>
			<table className={styles.table}>
				<Head match={match} />
				<tbody>
					<Rows rows={rows} round={round} getLabel={getLine} />
				</tbody>
				<tfoot>
					<tr>
						<th scope="row">{t("leagues.matchup.uniqueTotal")}</th>
						<td className={styles.total}>{formatPoints(sumSidePoints(rows, "home"))}</td>
						<td />
						<td className={styles.total}>{formatPoints(sumSidePoints(rows, "away"))}</td>
						<td />
					</tr>
				</tfoot>
			</table>
			<HiddenCount match={match} />
		</>
	);
};

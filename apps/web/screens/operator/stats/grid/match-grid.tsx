import type { OperatorMatch } from "@first-bounce/contract/operator/season";
import {
	correctStatLines,
	type MatchStatLine,
	previewStats,
	type StatCounts,
} from "@first-bounce/contract/operator/stats";
import { memo, useCallback, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { client } from "../../../../api/client.ts";
import { useCallMutation } from "../../../../api/use-call.ts";
import { paths } from "../../../../app/paths.ts";
import { Button } from "../../../../components/button/button.tsx";
import { ErrorNotice, Notice } from "../../../../components/states/states.tsx";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { useClubs } from "../../parts/use-clubs.ts";
import { CorrectionSummary } from "../correction-effect.tsx";
import { STAT_COUNT_KEYS } from "../stat-counts.ts";
import styles from "./match-grid.module.css";
import { findCountProblem, getMaxStat, parsePastedStats, type StatCells, type StatName } from "./parse-pasted-stats.ts";

type GridCells = Readonly<Record<number, StatCells>>;

const buildCells = ({ stats }: MatchStatLine): StatCells =>
	Object.fromEntries(STAT_COUNT_KEYS.map((key) => [key, stats ? String(stats[key]) : ""])) as Record<StatName, string>;

/** The counts of a row, in which an empty cell is 0; null if all are empty, for a player who did not play. */
function readCounts(row: StatCells): StatCounts | null {
	if (STAT_COUNT_KEYS.every((key) => row[key] === "")) return null;
	return Object.fromEntries(STAT_COUNT_KEYS.map((key) => [key, Number(row[key])])) as StatCounts;
}

const isSame = (a: StatCounts | null, b: StatCounts | null): boolean =>
	a === null || b === null ? a === b : STAT_COUNT_KEYS.every((key) => a[key] === b[key]);

interface RowProps {
	readonly line: MatchStatLine;
	readonly club: string;
	readonly row: StatCells;
	readonly onChange: (playerId: number, key: StatName, text: string) => void;
}

/** A player's cells. Memoized, because a match has some six hundred of them. */
const GridRow = memo(({ line: { playerId, name }, club, row, onChange }: RowProps) => (
	<tr>
		<th scope="row">
			{name} <small>{club}</small>
		</th>
		{STAT_COUNT_KEYS.map((key) => (
			<td key={key}>
				<input
					aria-label={`${name}: ${key}`}
					aria-invalid={findCountProblem(key, row[key]) !== null || undefined}
					inputMode="numeric"
					autoComplete="off"
					value={row[key]}
					onChange={({ currentTarget }) => onChange(playerId, key, currentTarget.value.trim())}
				/>
			</td>
		))}
	</tr>
));

interface PasteProps {
	readonly lines: readonly MatchStatLine[];
	readonly onFill: (cells: ReadonlyMap<number, Partial<StatCells>>) => void;
}

/** Fills the grid from pasted rows: all of them, or none if a line has a problem. */
const PasteBox = ({ lines, onFill }: PasteProps) => {
	const { t } = useTranslation("operator");
	const id = useId();
	const [text, setText] = useState("");
	const { clubs } = useClubs();
	const [result, setResult] = useState<ReturnType<typeof parsePastedStats> | null>(null);
	const fill = () => {
		const parsed = parsePastedStats(text, lines, clubs);
		setResult(parsed);
		if (parsed.problems.length === 0) onFill(parsed.cells);
	};
	return (
		<div className={styles.paste}>
			<label htmlFor={id}>{t("grid.paste")}</label>
			<textarea
				id={id}
				rows={4}
				value={text}
				spellCheck={false}
				placeholder={t("grid.example")}
				onChange={({ currentTarget }) => setText(currentTarget.value)}
			/>
			<Button onPress={fill} isDisabled={text.trim() === ""}>
				{t("grid.fill")}
			</Button>
			{result && result.problems.length > 0 ? (
				<Notice tone="bad">
					{t("grid.notFilled")}
					<ul>
						{result.problems.map(({ line, code, values }) => (
							<li key={`${line} ${code} ${values.stat ?? ""}`}>
								{t("grid.line", { line })} {t(`grid.problem.${code}`, values)}
							</li>
						))}
					</ul>
				</Notice>
			) : null}
			{result && result.problems.length === 0 ? (
				<p role="status">{t("grid.filled", { count: result.cells.size })}</p>
			) : null}
		</div>
	);
};

interface Props {
	readonly match: OperatorMatch;
	readonly lines: readonly MatchStatLine[];
	readonly onClose: () => void;
}

/** Enters all players' stats of a match at once: typed or pasted, previewed, and saved together. */
export const MatchGrid = ({ match, lines, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const { getShortName } = useClubs();
	const [cells, setCells] = useState<GridCells>(() =>
		Object.fromEntries(lines.map((line) => [line.playerId, buildCells(line)])),
	);
	const isSaved = useRef(false);
	const preview = useCallMutation(previewStats, { meta: { hasInlineError: true } });
	const setCell = useCallback(
		(playerId: number, key: StatName, text: string) =>
			setCells((previous) => ({
				...previous,
				[playerId]: { ...(previous[playerId] as StatCells), [key]: text },
			})),
		[],
	);
	const fill = (pasted: ReadonlyMap<number, Partial<StatCells>>) =>
		setCells((previous) => ({
			...previous,
			...Object.fromEntries([...pasted].map(([id, row]) => [id, { ...(previous[id] as StatCells), ...row }])),
		}));

	const rows = lines.map((line) => ({ line, row: cells[line.playerId] ?? buildCells(line) }));
	const problems = rows.flatMap(({ line, row }) =>
		STAT_COUNT_KEYS.flatMap((stat) => {
			const code = findCountProblem(stat, row[stat]);
			return code ? [{ name: line.name, stat, code, text: row[stat], max: getMaxStat(stat) }] : [];
		}),
	);
	const changes = rows
		.map(({ line, row }) => ({ playerId: line.playerId, before: line.stats, stats: readCounts(row) }))
		.filter(({ before, stats }) => !isSame(before, stats))
		.map(({ playerId, stats }) => ({ playerId, stats }));
	const params = { id: match.id };
	// The dialog is outside the form, which would also receive the submit event of the dialog.
	return (
		<>
			<form
				className={styles.grid}
				onSubmit={(event) => {
					event.preventDefault();
					if (problems.length === 0 && changes.length > 0) preview.mutate({ params, body: { lines: changes } });
				}}
			>
				<p className={styles.hint}>
					{t("grid.hint")} <Link to={paths.operator.to("rounds")}>{t("section.rounds")}</Link>
				</p>
				<PasteBox lines={lines} onFill={fill} />
				<section className={styles.scroller} aria-label={t("corrections.lines")}>
					<table>
						<caption className="spoken">{t("corrections.lines")}</caption>
						<thead>
							<tr>
								<th scope="col">{t("player")}</th>
								{STAT_COUNT_KEYS.map((key) => (
									<th key={key} scope="col">
										<abbr title={tCommon(`player.stat.${key}`)}>{key}</abbr>
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{rows.map(({ line, row }) => (
								<GridRow
									key={line.playerId}
									line={line}
									club={getShortName(line.squadId)}
									row={row}
									onChange={setCell}
								/>
							))}
						</tbody>
					</table>
				</section>
				{problems.length > 0 ? (
					<Notice tone="bad">
						<ul>
							{problems.map(({ name, stat, code, ...values }) => (
								<li key={`${name} ${stat}`}>{t(`grid.problem.${code}`, { name, stat, ...values })}</li>
							))}
						</ul>
					</Notice>
				) : null}
				<ErrorNotice error={preview.error} />
				<div className={styles.buttons}>
					<Button
						variant="main"
						type="submit"
						isDisabled={problems.length > 0 || changes.length === 0}
						isPending={preview.isPending}
					>
						{t("grid.preview", { count: changes.length })}
					</Button>
					<Button variant="quiet" onPress={onClose}>
						{tCommon("state.cancel")}
					</Button>
				</div>
			</form>
			{preview.data ? (
				<ActionDialog
					title={t("grid.open")}
					effect={<CorrectionSummary effect={preview.data} />}
					confirm={t("grid.confirm", { count: changes.length })}
					done={t("grid.done", { count: changes.length })}
					onClose={() => (isSaved.current ? onClose() : preview.reset())}
					onConfirm={async (reason) => {
						await client(correctStatLines, { params, body: { reason, lines: changes } });
						isSaved.current = true;
					}}
				/>
			) : null}
		</>
	);
};

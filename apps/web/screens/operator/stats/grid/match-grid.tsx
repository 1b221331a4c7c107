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
import fields from "../../../../components/fields/fields.module.css";
import { Form } from "../../../../components/form-card/form-card.tsx";
import { ErrorNotice, Notice } from "../../../../components/states/states.tsx";
import { type Column, Table } from "../../../../components/table/table.tsx";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import panel from "../../parts/panel.module.css";
import { useClubs } from "../../parts/use-clubs.ts";
import { CorrectionSummary } from "../correction-effect.tsx";
import { getMaxStat, STAT_COUNT_KEYS, type StatName } from "../stat-counts.ts";
import styles from "./match-grid.module.css";
import { findCountProblem, parsePastedStats, type StatCells } from "./parse-pasted-stats.ts";

/** The cells that were edited since the grid was opened, by player. */
type EditedCells = Readonly<Record<number, Partial<StatCells>>>;

const buildCells = ({ stats }: MatchStatLine): StatCells =>
	Object.fromEntries(STAT_COUNT_KEYS.map((key) => [key, stats ? String(stats[key]) : ""])) as Record<StatName, string>;

/** The counts of a row, in which an empty cell is 0; null if all are empty, for a player who did not play. */
function readCounts(row: StatCells): StatCounts | null {
	if (STAT_COUNT_KEYS.every((key) => row[key] === "")) return null;
	return Object.fromEntries(STAT_COUNT_KEYS.map((key) => [key, Number(row[key])])) as StatCounts;
}

const isSame = (a: StatCounts | null, b: StatCounts | null): boolean =>
	a === null || b === null ? a === b : STAT_COUNT_KEYS.every((key) => a[key] === b[key]);

interface CountProps {
	readonly line: MatchStatLine;
	readonly stat: StatName;
	readonly text: string;
	readonly onChange: (playerId: number, stat: StatName, text: string) => void;
}

/** The field of a count. Memoized, because a match has some six hundred of them. */
const CountField = memo(({ line: { playerId, name }, stat, text, onChange }: CountProps) => (
	<input
		aria-label={`${name}: ${stat}`}
		aria-invalid={findCountProblem(stat, text) !== null || undefined}
		inputMode="numeric"
		autoComplete="off"
		value={text}
		onChange={({ currentTarget }) => onChange(playerId, stat, currentTarget.value.trim())}
	/>
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
			<label className={fields.label} htmlFor={id}>
				{t("grid.paste")}
			</label>
			<textarea
				id={id}
				className={fields.input}
				wrap="off"
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

function useGrid(lines: readonly MatchStatLine[]) {
	const [editedCells, setEditedCells] = useState<EditedCells>({});
	const change = useCallback(
		(playerId: number, edited: Partial<StatCells>) =>
			setEditedCells((previous) => ({ ...previous, [playerId]: { ...previous[playerId], ...edited } })),
		[],
	);
	const setCell = useCallback(
		(playerId: number, stat: StatName, text: string) => change(playerId, { [stat]: text }),
		[change],
	);
	const rows = lines.map((line) => ({ line, row: { ...buildCells(line), ...editedCells[line.playerId] } }));
	return {
		rows,
		setCell,
		fill: (pasted: ReadonlyMap<number, Partial<StatCells>>) => {
			for (const [playerId, row] of pasted) change(playerId, row);
		},
		problems: rows.flatMap(({ line, row }) =>
			STAT_COUNT_KEYS.flatMap((stat) => {
				const code = findCountProblem(stat, row[stat]);
				return code ? [{ name: line.name, stat, code, text: row[stat], max: getMaxStat(stat) }] : [];
			}),
		),
		changes: rows.flatMap(({ line, row }) => {
			const stats = readCounts(row);
			return isSame(line.stats, stats) ? [] : [{ playerId: line.playerId, stats }];
		}),
	};
}

const GridTable = ({ rows, setCell }: Pick<ReturnType<typeof useGrid>, "rows" | "setCell">) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const { getShortName } = useClubs();
	return (
		<Table
			caption={t("corrections.lines")}
			className={styles.scroller}
			scroller="plain"
			sticky="column"
			rows={rows}
			getKey={({ line }) => line.playerId}
			columns={[
				{
					id: "player",
					head: t("player"),
					cell: ({ line: { name, squadId } }) => (
						<>
							{name} <small>{getShortName(squadId)}</small>
						</>
					),
				},
				...STAT_COUNT_KEYS.map(
					(stat): Column<(typeof rows)[number]> => ({
						id: stat,
						head: <abbr title={tCommon(`player.stat.${stat}`)}>{stat}</abbr>,
						cell: ({ line, row }) => <CountField line={line} stat={stat} text={row[stat]} onChange={setCell} />,
					}),
				),
			]}
		/>
	);
};

interface Props {
	readonly match: OperatorMatch;
	readonly lines: readonly MatchStatLine[];
	readonly onClose: () => void;
}

/** Enters the stats of all players of a match: typed or pasted, previewed, and saved together. */
export const MatchGrid = ({ match, lines, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const { rows, setCell, fill, problems, changes } = useGrid(lines);
	/** Once saved, closing the dialog also closes the grid, whose lines are out of date. */
	const isSaved = useRef(false);
	const preview = useCallMutation(previewStats, { meta: { hasInlineError: true } });
	const params = { id: match.id };
	/** The reviewed changes, even if a cell was edited while the preview was loading. */
	const reviewed = preview.variables?.body.lines ?? [];
	// The dialog is outside the form, which would also receive the submit event of the dialog.
	return (
		<>
			<Form
				className={styles.grid}
				onSubmit={() => {
					if (problems.length === 0 && changes.length > 0) preview.mutate({ params, body: { lines: changes } });
				}}
			>
				<p className={panel.quiet}>
					{t("grid.hint")} <Link to={paths.operator.to("rounds")}>{t("section.rounds")}</Link>
				</p>
				<PasteBox lines={lines} onFill={fill} />
				<GridTable rows={rows} setCell={setCell} />
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
				<FormButtons
					submit={t("grid.preview", { count: changes.length })}
					isDisabled={problems.length > 0 || changes.length === 0}
					isPending={preview.isPending}
					onCancel={onClose}
				/>
			</Form>
			{preview.data ? (
				<ActionDialog
					title={t("grid.open")}
					effect={<CorrectionSummary effect={preview.data} />}
					confirm={t("grid.confirm", { count: reviewed.length })}
					done={t("grid.done", { count: reviewed.length })}
					onClose={() => (isSaved.current ? onClose() : preview.reset())}
					onConfirm={async (reason) => {
						await client(correctStatLines, { params, body: { reason, lines: reviewed } });
						isSaved.current = true;
					}}
				/>
			) : null}
		</>
	);
};

import type { SeasonFetchPick, SeasonFetchPosition } from "@first-bounce/contract/operator/season/season-fetch";
import { LINES } from "@first-bounce/rules/player";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../components/button/button.tsx";
import { Table } from "../../../../components/table/table.tsx";
import panel from "../../parts/panel.module.css";
import styles from "./new-season.module.css";

/**
 * The operator's tables: the meanings of the provider's words for positions, and the drafted players with their picks.
 */
export interface LookupRows {
	readonly positions: readonly SeasonFetchPosition[];
	readonly draft: readonly SeasonFetchPick[];
}

type Cells = readonly [first: string, second: string];
type Problem = "empty" | "twice" | "position" | "pick";

const isPosition = (text: string): boolean => {
	const words = text.toUpperCase().split("/");
	const isKnown = words.every((word) => LINES.some((line) => line === word));
	return text === "" || (isKnown && words.length <= 3 && new Set(words).size === words.length);
};
const isPick = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);

/** Finds the problem of a row. Its word or player must not be empty, and must occur once. */
function findProblem(key: string, keys: readonly string[], isValid: boolean, invalid: Problem): Problem | null {
	if (key.trim() === "") return "empty";
	if (keys.filter((candidate) => candidate.toUpperCase() === key.toUpperCase()).length > 1) return "twice";
	return isValid ? null : invalid;
}

const listPositionProblems = ({ positions }: LookupRows): readonly (Problem | null)[] => {
	const words = positions.map(({ word }) => word);
	return positions.map(({ word, position }) => findProblem(word, words, isPosition(position), "position"));
};
const listDraftProblems = ({ draft }: LookupRows): readonly (Problem | null)[] => {
	const ids = draft.map(({ playerId }) => playerId);
	return draft.map(({ pick, playerId }) => findProblem(playerId, ids, isPick(pick), "pick"));
};

export const hasLookupProblems = (rows: LookupRows): boolean =>
	[...listPositionProblems(rows), ...listDraftProblems(rows)].some((problem) => problem !== null);

interface TableProps {
	readonly title: string;
	readonly hint: string;
	readonly heads: Cells;
	readonly rows: readonly Cells[];
	readonly problems: readonly (Problem | null)[];
	readonly add: string;
	readonly onChange: (rows: readonly Cells[]) => void;
}

/** An editable table of two columns, whose rows can be added and removed. */
const LookupTable = ({ title, hint, heads, rows, problems, add, onChange }: TableProps) => {
	const { t } = useTranslation("operator");
	const setCell = (at: number, column: 0 | 1, text: string) =>
		onChange(rows.map((row, index): Cells => (index !== at ? row : column === 0 ? [text, row[1]] : [row[0], text])));
	return (
		<details className={styles.lookup}>
			<summary>
				{title} <small>{t("newSeason.rows", { count: rows.length })}</small>
			</summary>
			<p className={panel.quiet}>{hint}</p>
			<Table
				caption={title}
				rowHead={null}
				rows={rows.map((cells, at) => ({ cells, at }))}
				getKey={({ at }) => at}
				columns={[
					...([0, 1] as const).map((column) => ({
						id: String(column),
						head: heads[column],
						cell: ({ cells, at }: { readonly cells: Cells; readonly at: number }) => (
							<>
								<input
									aria-label={t("newSeason.cell", { column: heads[column], row: at + 1 })}
									aria-invalid={problems[at] ? true : undefined}
									autoComplete="off"
									spellCheck={false}
									maxLength={60}
									value={cells[column]}
									onChange={({ currentTarget }) => setCell(at, column, currentTarget.value)}
								/>
								{column === 1 && problems[at] ? (
									<small className={styles.problem}>{t(`newSeason.problem.${problems[at]}`)}</small>
								) : null}
							</>
						),
					})),
					{
						id: "actions",
						head: <span className="spoken">{t("action")}</span>,
						cell: ({ cells, at }) => (
							<Button icon="close" isIcon onPress={() => onChange(rows.filter((_, index) => index !== at))}>
								{t("newSeason.removeRow", { row: cells[0] || cells[1] || at + 1 })}
							</Button>
						),
					},
				]}
			/>
			<Button icon="plus" onPress={() => onChange([...rows, ["", ""]])}>
				{add}
			</Button>
		</details>
	);
};

interface Props {
	readonly rows: LookupRows;
	readonly onChange: (rows: LookupRows) => void;
}

/** The tables that the next fetch uses for all players. */
export const LookupTables = ({ rows, onChange }: Props) => {
	const { t } = useTranslation("operator");
	return (
		<>
			<LookupTable
				title={t("newSeason.positions")}
				hint={t("newSeason.positionsHint")}
				heads={[t("newSeason.word"), t("newSeason.position")]}
				rows={rows.positions.map(({ word, position }): Cells => [word, position])}
				problems={listPositionProblems(rows)}
				add={t("newSeason.addWord")}
				onChange={(cells) =>
					onChange({
						...rows,
						positions: cells.map(([word, position]) => ({ word, position: position.toUpperCase() })),
					})
				}
			/>
			<LookupTable
				title={t("newSeason.draft")}
				hint={t("newSeason.draftHint")}
				heads={[t("newSeason.playerId"), t("newSeason.pick")]}
				rows={rows.draft.map(({ pick, playerId }): Cells => [playerId, pick])}
				problems={listDraftProblems(rows)}
				add={t("newSeason.addPick")}
				onChange={(cells) => onChange({ ...rows, draft: cells.map(([playerId, pick]) => ({ pick, playerId })) })}
			/>
		</>
	);
};

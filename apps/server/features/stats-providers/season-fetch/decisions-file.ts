import type { CsvRow } from "../../seasons/import/csv/csv-row.ts";
import { parseTable } from "../../seasons/import/csv/csv-table.ts";
import { formatCsv } from "../../seasons/import/csv/format-csv.ts";
import { formatProblem, ProblemList } from "../../seasons/import/csv/problem-list.ts";
import { decodeText } from "../../seasons/import/csv/read-text.ts";
import { createInputError } from "./fetch-error.ts";

export const DECISIONS_FILE = "decisions.csv";
const COLUMNS = ["kind", "id", "about", "problem", "default", "decision"];

export const DECISION_KINDS = [
	"no-players",
	"no-jumper",
	"same-person",
	"two-clubs",
	"position",
	"start",
	"ground",
] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** The decisions that each kind of question accepts, in words for the operator. */
export const ACCEPTED_DECISIONS: Readonly<Record<DecisionKind, string>> = {
	"no-players": "keep, or fetch again with --refresh once the club has players",
	"no-jumper": "keep or out",
	"same-person": "keep or out",
	"two-clubs": "the club's abbreviation, or out",
	position: "positions such as MID/FWD, or out",
	start: "a time such as 2027-08-27T09:15:00Z",
	ground: "the ground, and its zone if it is not known: Pier Oval; Australia/Perth",
};

/** Something that the provider's data leaves open. */
export interface OpenQuestion {
	readonly kind: DecisionKind;
	/** The provider's id of the club, player or match. */
	readonly id: string;
	/** The name of the club, player or match. */
	readonly about: string;
	readonly problem: string;
	/** The value that is written until there is a decision. */
	readonly default: string;
	/** The operator's decision; empty while there is none. */
	readonly decision: string;
}

/**
 * Collects the questions that come up while a season is built, and finds their decisions in the operator's decisions.csv.
 *
 * @throws FetchError if the file is not a table of decisions
 */
export function createDecisions(body: Buffer | null) {
	const problems = new ProblemList();
	const text = body && decodeText(DECISIONS_FILE, body, problems);
	const rows = text ? (parseTable(DECISIONS_FILE, text, () => COLUMNS, problems)?.rows ?? []) : [];
	if (problems.list.length > 0) throw createInputError(problems.listSorted().map(formatProblem));
	const getRowKey = (row: CsvRow) => `${row.readRaw("kind")} ${row.readRaw("id")}`;
	const rowByQuestion = new Map(rows.map((row) => [getRowKey(row), row]));
	const questions: OpenQuestion[] = [];
	return {
		/**
		 * Records a question and returns its parsed decision, or null while there is none. A decision for
		 * which `parse` returns null is a problem.
		 */
		ask: <Value>(question: Omit<OpenQuestion, "decision">, parse: (decision: string) => Value | null): Value | null => {
			const row = rowByQuestion.get(`${question.kind} ${question.id}`);
			const decision = row?.readOptional("decision") ?? "";
			questions.push({ ...question, decision });
			if (!row || decision === "") return null;
			const value = parse(decision);
			return value ?? row.reportProblem(`decision must be ${ACCEPTED_DECISIONS[question.kind]} (${decision})`);
		},
		/**
		 * Returns the questions, and notes about decisions in the file to which there was no question.
		 *
		 * @throws FetchError that lists every faulty decision
		 */
		finish: () => {
			if (problems.list.length > 0) throw createInputError(problems.listSorted().map(formatProblem));
			const questionKeys = new Set(questions.map(({ kind, id }) => `${kind} ${id}`));
			const notes = rows
				.filter((row) => row.readOptional("decision") !== "" && !questionKeys.has(getRowKey(row)))
				.map(
					(row) => `${DECISIONS_FILE}:${row.line}: nothing asks for ${getRowKey(row)}, so that decision was dropped`,
				);
			return { questions, notes };
		},
	};
}

export type Decisions = ReturnType<typeof createDecisions>;

/** Parses `keep` as true and `out` as false. */
export function parseKeep(decision: string): boolean | null {
	const word = decision.toLowerCase();
	return word === "keep" || word === "out" ? word === "keep" : null;
}

export const formatDecisions = (questions: readonly OpenQuestion[]): string =>
	formatCsv(
		COLUMNS.join(),
		questions.map((question) => [
			question.kind,
			question.id,
			question.about,
			question.problem,
			question.default,
			question.decision,
		]),
	);

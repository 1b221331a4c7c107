import { OPERATOR_REASON_LENGTH } from "@first-bounce/contract/constants";
import {
	type SeasonFetch,
	type SeasonFetchQuestion,
	showSeasonFetchFiles,
	startSeasonFetch,
} from "@first-bounce/contract/operator/season/season-fetch";
import type { SeasonFile } from "@first-bounce/contract/operator/season/season-import";
import { RULES_PRESETS } from "@first-bounce/rules/season-rules/presets";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { CheckboxField } from "../../../../components/fields/checkbox-field.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { Form } from "../../../../components/form-card/form-card.tsx";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import { ErrorNotice, Notice } from "../../../../components/states/states.tsx";
import dialogStyles from "../../parts/action-dialog.module.css";
import panel from "../../parts/panel.module.css";
import { Panel } from "../../parts/panel.tsx";
import { QueryContent } from "../../parts/query-content.tsx";
import { ImportDialog, Lines } from "../imports/import-dialog.tsx";
import { useSeasonFetch, WOMENS_COMPETITION } from "../use-season-fetch.ts";
import { hasLookupProblems, type LookupRows, LookupTables } from "./lookup-tables.tsx";
import styles from "./new-season.module.css";

const MENS_COMPETITION = 1;
const SHOWN_PROGRESS = 6;

type Decisions = Readonly<Record<string, string>>;
const getKey = ({ kind, id }: Pick<SeasonFetchQuestion, "kind" | "id">): string => `${kind} ${id}`;
const KNOWN_KINDS = ["no-players", "no-jumper", "same-person", "two-clubs", "position", "start", "ground"] as const;

interface QuestionsProps {
	readonly questions: readonly SeasonFetchQuestion[];
	readonly decisions: Decisions;
	readonly onChange: (key: string, decision: string) => void;
}

/** The questions that the provider's data leaves open, with a field for each decision. */
const Questions = ({ questions, decisions, onChange }: QuestionsProps) => {
	const { t } = useTranslation("operator");
	if (questions.length === 0) return <p>{t("newSeason.nothingOpen")}</p>;
	return (
		<>
			<p>{t("newSeason.open", { count: questions.length })}</p>
			<ul className={styles.questions}>
				{questions.map((question) => {
					const kind = KNOWN_KINDS.find((knownKind) => knownKind === question.kind);
					const until = t("newSeason.until", { default: question.default || t("newSeason.empty") });
					return (
						<li key={getKey(question)}>
							<TextField
								name={getKey(question)}
								label={`${question.about}: ${question.problem}`}
								hint={kind ? `${t(`newSeason.answer.${kind}`)} ${until}` : until}
								value={decisions[getKey(question)] ?? question.decision}
								onChange={(decision) => onChange(getKey(question), decision)}
								maxLength={120}
							/>
						</li>
					);
				})}
			</ul>
		</>
	);
};

const FetchState = ({ fetch }: { readonly fetch: SeasonFetch }) => {
	const { t } = useTranslation("operator");
	const { season, state, progress, problem, summary } = fetch;
	return (
		<>
			<p role="status">
				<b>{t(`newSeason.state.${state}`, { season })}</b>{" "}
				{state === "running" ? t("newSeason.steps", { count: progress.length }) : null}
			</p>
			{state === "running" ? <Lines lines={progress.slice(-SHOWN_PROGRESS)} /> : null}
			{problem ? (
				<Notice tone="bad">
					<span className={styles.problem}>{problem}</span>
				</Notice>
			) : null}
			{state === "done" ? <Lines lines={summary} /> : null}
		</>
	);
};

const RULES = ["official", "first-bounce"] as const;

function useWizard(fetch: SeasonFetch | null) {
	const [year, setYear] = useState(String(fetch?.season ?? new Date().getFullYear() + 1));
	const [competition, setCompetition] = useState(String(fetch?.competition ?? WOMENS_COMPETITION));
	const [rules, setRules] = useState(fetch?.rules ?? "official");
	const [refresh, setRefresh] = useState(false);
	const [reason, setReason] = useState("");
	const [decisions, setDecisions] = useState<Decisions>({});
	/** The edited tables, with the season that they belong to. */
	const [editedTables, setEditedTables] = useState<{ readonly season: number; readonly rows: LookupRows } | null>(null);
	const season = Number(year);
	/** The last fetch, if it was of the entered year. */
	const sameFetch = fetch?.season === season ? fetch : null;
	const questions = sameFetch?.questions ?? [];
	const edited = editedTables?.season === sameFetch?.season ? (editedTables?.rows ?? null) : null;
	const rows: LookupRows = edited ?? { positions: sameFetch?.positions ?? [], draft: sameFetch?.draft ?? [] };
	return {
		sameFetch,
		year: { value: year, onChange: setYear },
		competition: { value: competition, onChange: setCompetition },
		rules: { value: rules, onChange: setRules },
		refresh: { isSelected: refresh, onChange: setRefresh },
		reason: { value: reason, onChange: setReason },
		questions: {
			questions,
			decisions,
			onChange: (key: string, decision: string) => setDecisions({ ...decisions, [key]: decision }),
		},
		tables: { rows, onChange: (next: LookupRows) => setEditedTables({ season, rows: next }) },
		isReady:
			/^20\d\d$/.test(year) &&
			reason.trim().length >= OPERATOR_REASON_LENGTH.least &&
			fetch?.state !== "running" &&
			!(edited && hasLookupProblems(edited)),
		body: {
			season,
			competition: Number(competition),
			rules,
			refresh,
			decisions: questions.map(({ kind, id, decision }) => ({
				kind,
				id,
				decision: decisions[getKey({ kind, id })] ?? decision,
			})),
			...(edited ? { positions: [...edited.positions], draft: [...edited.draft] } : {}),
			reason: reason.trim(),
		},
	};
}
type WizardState = ReturnType<typeof useWizard>;

const SeasonChoice = ({ year, competition, rules }: Pick<WizardState, "year" | "competition" | "rules">) => {
	const { t } = useTranslation("operator");
	return (
		<>
			<div className={styles.choices}>
				<TextField name="year" label={t("newSeason.year")} maxLength={4} {...year} />
				<Segmented
					label={t("newSeason.competition")}
					choices={[
						{ value: String(WOMENS_COMPETITION), label: t("newSeason.women") },
						{ value: String(MENS_COMPETITION), label: t("newSeason.men") },
					]}
					{...competition}
				/>
				<Segmented
					label={t("newSeason.rules")}
					choices={RULES.map((value) => ({
						value,
						label: t(`newSeason.preset.${value}`, { year: RULES_PRESETS[value].year }),
					}))}
					{...rules}
				/>
			</div>
			<p className={panel.quiet}>
				{t(`newSeason.presetHint.${rules.value}`, { year: RULES_PRESETS[rules.value].year })}
			</p>
		</>
	);
};

const Wizard = ({ fetch }: { readonly fetch: SeasonFetch | null }) => {
	const { t } = useTranslation("operator");
	const queryClient = useQueryClient();
	const wizard = useWizard(fetch);
	const { sameFetch, isReady, body } = wizard;
	const [files, setFiles] = useState<readonly SeasonFile[] | null>(null);
	const start = useCallMutation(startSeasonFetch, { meta: { hasInlineError: true } });
	const loadFiles = useCallMutation(showSeasonFetchFiles, {
		meta: { hasInlineError: true },
		onSuccess: (answer) => setFiles(answer.files),
	});
	const isRunning = fetch?.state === "running";
	const isDone = sameFetch?.state === "done";
	const refetch = () =>
		queryClient.invalidateQueries({ predicate: ({ queryKey: [, path] }) => String(path).startsWith("/operator") });
	return (
		<>
			<Form
				className={styles.wizard}
				onSubmit={() => {
					if (isReady) start.mutate({ body }, { onSuccess: refetch });
				}}
			>
				<SeasonChoice {...wizard} />
				{fetch && (sameFetch || isRunning) ? <FetchState fetch={fetch} /> : null}
				{isDone ? <Questions {...wizard.questions} /> : null}
				{sameFetch && sameFetch.positions.length > 0 && !isRunning ? <LookupTables {...wizard.tables} /> : null}
				<CheckboxField name="refresh" {...wizard.refresh}>
					{t("newSeason.refresh")}
				</CheckboxField>
				<TextField
					name="reason"
					label={t("reason")}
					hint={t("reasonHint")}
					maxLength={OPERATOR_REASON_LENGTH.most}
					{...wizard.reason}
				/>
				<ErrorNotice error={start.error ?? loadFiles.error} />
				<div className={dialogStyles.buttons}>
					<Button variant="main" type="submit" isDisabled={!isReady} isPending={start.isPending || isRunning}>
						{t(isDone ? "newSeason.again" : "newSeason.fetch")}
					</Button>
					{isDone ? (
						<Button
							isPending={loadFiles.isPending}
							onPress={() => loadFiles.mutate({ params: { id: sameFetch.season } })}
						>
							{t("newSeason.import")}
						</Button>
					) : null}
				</div>
			</Form>
			{/* Outside the form, which would also receive the submit event of the dialog. */}
			{files ? <ImportDialog files={files} onClose={() => setFiles(null)} /> : null}
		</>
	);
};

/** Fetches a season from the official API with its progress; the result goes to the import's preview. */
export const NewSeason = () => {
	const { t } = useTranslation("operator");
	return (
		<Panel title={t("newSeason.title")} text={t("newSeason.text")}>
			<QueryContent query={useSeasonFetch()}>
				{({ isAvailable, fetch }) =>
					isAvailable ? <Wizard fetch={fetch} /> : <Notice tone="warn">{t("newSeason.off")}</Notice>
				}
			</QueryContent>
		</Panel>
	);
};

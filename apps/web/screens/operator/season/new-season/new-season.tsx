import {
	type SeasonFetch,
	type SeasonFetchQuestion,
	showSeasonFetch,
	showSeasonFetchFiles,
	startSeasonFetch,
} from "@first-bounce/contract/operator/season/season-fetch";
import type { SeasonFile } from "@first-bounce/contract/operator/season/season-import";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall, useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { CheckboxField } from "../../../../components/fields/checkbox-field.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import { Notice } from "../../../../components/states/states.tsx";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import { Panel } from "../../parts/panel.tsx";
import { QueryContent } from "../../parts/query-content.tsx";
import { ImportDialog, Lines } from "../imports/import-dialog.tsx";
import { hasLookupProblems, type LookupRows, LookupTables } from "./lookup-tables.tsx";
import styles from "./new-season.module.css";

const RUNNING_REFRESH_MS = 1_000;
const IDLE_REFRESH_MS = 15_000;
const WOMENS_COMPETITION = 3;
const MENS_COMPETITION = 1;
const MIN_REASON_LENGTH = 3;
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

/** The progress of a fetch, or its outcome. */
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

interface WizardProps {
	readonly fetch: SeasonFetch | null;
}

const Wizard = ({ fetch }: WizardProps) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const queries = useQueryClient();
	const [year, setYear] = useState(String(fetch?.season ?? new Date().getFullYear() + 1));
	const [competition, setCompetition] = useState(String(fetch?.competition ?? WOMENS_COMPETITION));
	const [rules, setRules] = useState(fetch?.rules ?? "official");
	const [refresh, setRefresh] = useState(false);
	const [reason, setReason] = useState("");
	const [decisions, setDecisions] = useState<Decisions>({});
	/** The edited tables, with the season that they belong to. */
	const [editedTables, setEditedTables] = useState<{ readonly season: number; readonly rows: LookupRows } | null>(null);
	const [files, setFiles] = useState<readonly SeasonFile[] | null>(null);
	const start = useCallMutation(startSeasonFetch, { meta: { hasInlineError: true } });
	const loadFiles = useCallMutation(showSeasonFetchFiles, {
		meta: { hasInlineError: true },
		onSuccess: (answer) => setFiles(answer.files),
	});
	const error = start.error ?? loadFiles.error;
	const isRunning = fetch?.state === "running";
	const isReady = /^20\d\d$/.test(year) && reason.trim().length >= MIN_REASON_LENGTH && !isRunning;
	const isSame = fetch?.season === Number(year);
	const questions = isSame ? (fetch?.questions ?? []) : [];
	const edited = isSame && editedTables?.season === fetch?.season ? (editedTables?.rows ?? null) : null;
	const rows: LookupRows = edited ?? { positions: fetch?.positions ?? [], draft: fetch?.draft ?? [] };
	const hasProblems = edited !== null && hasLookupProblems(edited);
	const body = {
		season: Number(year),
		competition: Number(competition),
		rules,
		refresh,
		decisions: questions.map((question) => ({
			kind: question.kind,
			id: question.id,
			decision: decisions[getKey(question)] ?? question.decision,
		})),
		...(edited ? { positions: [...edited.positions], draft: [...edited.draft] } : {}),
		reason: reason.trim(),
	};
	const refetch = () =>
		queries.invalidateQueries({ predicate: ({ queryKey: [, path] }) => String(path).startsWith("/operator") });
	return (
		<>
			<form
				className={styles.wizard}
				onSubmit={(event) => {
					event.preventDefault();
					if (isReady && !hasProblems) start.mutate({ body }, { onSuccess: refetch });
				}}
			>
				<div className={styles.choices}>
					<TextField name="year" label={t("newSeason.year")} value={year} onChange={setYear} maxLength={4} />
					<Segmented
						label={t("newSeason.competition")}
						choices={[
							{ value: String(WOMENS_COMPETITION), label: t("newSeason.women") },
							{ value: String(MENS_COMPETITION), label: t("newSeason.men") },
						]}
						value={competition}
						onChange={setCompetition}
					/>
					<Segmented
						label={t("newSeason.rules")}
						choices={(["official", "first-bounce"] as const).map((value) => ({
							value,
							label: t(`newSeason.preset.${value}`),
						}))}
						value={rules}
						onChange={setRules}
					/>
				</div>
				<p className={styles.hint}>{t(`newSeason.presetHint.${rules}`)}</p>
				{fetch && (isSame || isRunning) ? <FetchState fetch={fetch} /> : null}
				{fetch && isSame && fetch.state === "done" ? (
					<Questions
						questions={questions}
						decisions={decisions}
						onChange={(key, decision) => setDecisions({ ...decisions, [key]: decision })}
					/>
				) : null}
				{fetch && isSame && fetch.positions.length > 0 && !isRunning ? (
					<LookupTables rows={rows} onChange={(next) => setEditedTables({ season: fetch.season, rows: next })} />
				) : null}
				<CheckboxField name="refresh" isSelected={refresh} onChange={setRefresh}>
					{t("newSeason.refresh")}
				</CheckboxField>
				<TextField
					name="reason"
					label={t("reason")}
					hint={t("reasonHint")}
					value={reason}
					onChange={setReason}
					maxLength={500}
				/>
				{error ? <Notice tone="bad">{getErrorMessage(error, tCommon)}</Notice> : null}
				<div className={styles.buttons}>
					<Button
						variant="main"
						type="submit"
						isDisabled={!isReady || hasProblems}
						isPending={start.isPending || isRunning}
					>
						{t(isSame && fetch?.state === "done" ? "newSeason.again" : "newSeason.fetch")}
					</Button>
					{fetch && isSame && fetch.state === "done" ? (
						<Button isPending={loadFiles.isPending} onPress={() => loadFiles.mutate({ params: { id: fetch.season } })}>
							{t("newSeason.import")}
						</Button>
					) : null}
				</div>
			</form>
			{/* Outside the form, which would also receive the submit event of the dialog. */}
			{files ? <ImportDialog files={files} onClose={() => setFiles(null)} /> : null}
		</>
	);
};

/** Fetches a season from the official API with its progress; the result goes to the import's preview. */
export const NewSeason = () => {
	const { t } = useTranslation("operator");
	const [isRunning, setRunning] = useState(false);
	const query = useCall(
		showSeasonFetch,
		{},
		{ refetchInterval: isRunning ? RUNNING_REFRESH_MS : IDLE_REFRESH_MS, staleTime: 0 },
	);
	const isNowRunning = query.data?.fetch?.state === "running";
	if (isNowRunning !== isRunning) setRunning(isNowRunning);
	return (
		<Panel title={t("newSeason.title")} text={t("newSeason.text")}>
			<QueryContent query={query}>
				{({ isAvailable, fetch }) =>
					isAvailable ? <Wizard fetch={fetch} /> : <Notice tone="warn">{t("newSeason.off")}</Notice>
				}
			</QueryContent>
		</Panel>
	);
};

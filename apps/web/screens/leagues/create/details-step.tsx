import type { BodyOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import type { League } from "@first-bounce/contract/leagues/league";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import type { MutationStatus } from "@tanstack/react-query";
import { useState } from "react";
import { type FieldPath, FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import type { FormProblem } from "../../../components/fields/error-summary.tsx";
import {
	FORM_OPTIONS,
	focusFirstProblem,
	listFormProblems,
	resolveForm,
	useEditListener,
} from "../../../components/fields/form.ts";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { Spinner } from "../../../components/spinner/spinner.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { reportPartialTime } from "../frame/local-time-form.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import { useResetAfterResult } from "../frame/use-reset-after-result.ts";
import {
	buildCreateBody,
	buildRecoveryForm,
	checkSeries,
	type FormerLeague,
	fitSize,
	type LeagueForm,
} from "../model/league-form.ts";
import styles from "./create.module.css";
import { LeagueFields, NameField } from "./league-fields.tsx";
import { PictureField } from "./picture-field.tsx";
import { ClassField, DraftLeagueFields, HeadToHeadFields, TypeFields } from "./type-fields.tsx";

interface CreateButtonProps {
	readonly status: MutationStatus;
	readonly isUnchanged: boolean;
	readonly isRegenerating: boolean;
}

/** The submit button with its states: idle, pending, success and failed (D2.4.04). */
const CreateButton = ({ status, isUnchanged, isRegenerating }: CreateButtonProps) => {
	const { t } = useTranslation();
	const label = status === "idle" ? (isRegenerating ? "regenerate" : "button") : status;
	return (
		<Button variant="main" type="submit" isDisabled={isUnchanged || status !== "idle"}>
			{status === "pending" ? <Spinner /> : null}
			{t(`leagues.create.${label}`)}
		</Button>
	);
};

const MoreOptions = () => {
	const { t } = useTranslation();
	return (
		<summary>
			{t("leagues.create.more")}
			<small>{t("leagues.create.moreText")}</small>
		</summary>
	);
};

interface Props {
	readonly defaults: LeagueForm;
	readonly startRoundIds: readonly number[];
	readonly season: Season;
	/** The league of last season that fills the form. */
	readonly former: FormerLeague | null;
	readonly onCreated: (league: League, invited: number) => void;
}

/** Which field the server's refusals are about, besides the modal that shows them. */
const FIELDS_BY_CODE: ReadonlyMap<string, FieldPath<LeagueForm>> = new Map([
	["league-name-not-allowed", "name"],
	["league-start-passed", "startId"],
	["league-size", "size"],
	["league-size-rounds", "size"],
	["draft-league-size", "size"],
	["draft-schedule-past", "draft.draftStart"],
	["keeper-deadline-too-soon", "draft.draftStart"],
	["draft-pick-turn-time", "draft.pickTurnTime"],
]);

const SUCCESS_DISPLAY_MS = 600;

export const DetailsStep = ({ defaults, startRoundIds, season, former, onCreated }: Props) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const create = useCallMutation(createLeague, {
		onSuccess: ({ league, invited }) => {
			void updates.invalidateLeagues();
			setTimeout(() => onCreated(league, invited), SUCCESS_DISPLAY_MS);
		},
		onError: (error) => {
			const field = error instanceof ApiFailure ? FIELDS_BY_CODE.get(error.code) : undefined;
			if (field) form.setError(field, { message: error.message });
		},
	});
	useResetAfterResult(create);
	const [file, setFile] = useState<File | null>(null);
	const form = useForm<LeagueForm, unknown, BodyOf<typeof createLeague>>({
		...FORM_OPTIONS,
		defaultValues: former ? buildRecoveryForm(defaults, former, season.rules.leagues.h2hSizes) : defaults,
		resolver: (values) => {
			const problems: FormProblem[] = [];
			if (values.name.trim() === "") problems.push({ field: "name", message: t("leagues.form.nameMissing") });
			if (values.startId === null) problems.push({ field: "startId", message: t("leagues.create.noRounds") });
			const { draftStart } = values.draft;
			if (values.class === "draft" && draftStart !== null && Date.parse(draftStart) < Date.now())
				problems.push({ field: "draft.draftStart", message: t("leagues.draft.startPast") });
			const isHeadToHead = values.type === "h2h" || values.class === "draft";
			const finalsSeries = isHeadToHead && values.finals && values.finalsSeries && checkSeries(values, season) === null;
			return resolveForm(
				problems,
				buildCreateBody({ ...values, finalsSeries, size: fitSize(values, season) }, former?.id ?? null),
			);
		},
	});
	const [name, colour, leagueClass, type] = form.watch(["name", "colour", "class", "type"]);
	useEditListener(form, () => {
		if (!create.isPending) create.reset();
	});
	const submit = form.handleSubmit(
		(body) => create.mutate(file ? { body, avatar: file } : { body }),
		(errors) => focusFirstProblem(listFormProblems(errors)),
	);
	const isUnchanged = former === null && file === null && !form.formState.isDirty;
	return (
		<FormCard
			title={t("leagues.create.details")}
			text={
				former
					? t("leagues.create.regenerateText", { league: former.name, season: former.seasonName })
					: t("leagues.create.step", { step: 1 })
			}
			onSubmit={() => {
				if (!reportPartialTime(document)) void submit();
			}}
		>
			{startRoundIds.length === 0 ? <Notice tone="warn">{t("leagues.create.noRounds")}</Notice> : null}
			<FormProvider {...form}>
				<NameField />
				<ClassField season={season} />
				{leagueClass === "draft" ? <DraftLeagueFields season={season} /> : <TypeFields season={season} />}
				<details className={styles.further} open={form.formState.errors.startId !== undefined || undefined}>
					<MoreOptions />
					{leagueClass === "regular" && type === "h2h" ? <HeadToHeadFields season={season} /> : null}
					{/* A draft league starts in the first round after its draft. */}
					<LeagueFields startRoundIds={leagueClass === "draft" ? [] : startRoundIds} />
					<PictureField
						league={{ name: name || "?", colour: colour ?? "", avatar: former?.avatar ?? null }}
						file={file}
						onChoose={(file) => {
							setFile(file);
							if (!create.isPending) create.reset();
						}}
					/>
				</details>
			</FormProvider>
			<FormActions>
				<CreateButton status={create.status} isUnchanged={isUnchanged} isRegenerating={former !== null} />
			</FormActions>
		</FormCard>
	);
};

import { createLeague } from "@first-bounce/contract/calls";
import type { League } from "@first-bounce/contract/league";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { focusField } from "../../../components/fields/error-summary.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { useIdleAgain } from "../frame/use-idle-again.ts";
import { useLeagueNews } from "../frame/use-league-news.ts";
import { createBody, type FormerLeague, formerForm, isSameForm, type LeagueForm } from "../model/league-form.ts";
import { CreateButton } from "./create-button.tsx";
import { LeagueFields } from "./league-fields.tsx";
import { PictureField } from "./picture-field.tsx";
import { TypeFields } from "./type-fields.tsx";

interface Props {
	readonly first: LeagueForm;
	readonly starts: readonly number[];
	readonly sizes: readonly number[];
	/** The league of last season that the form is filled from. */
	readonly former: FormerLeague | null;
	readonly onCreated: (league: League, invited: number) => void;
}

/** Long enough to read that it worked. */
const READ = 600;

/** Step one: the league's details. */
export const DetailsStep = ({ first, starts, sizes, former, onCreated }: Props) => {
	const { t } = useTranslation();
	const news = useLeagueNews();
	const create = useCallMutation(createLeague, {
		onSuccess: ({ league, invited }) => {
			void news.changed();
			setTimeout(() => onCreated(league, invited), READ);
		},
	});
	useIdleAgain(create);
	const [form, setForm] = useState(() => (former ? formerForm(first, former, sizes) : first));
	const [file, setFile] = useState<File | null>(null);
	const [isNameMissing, setNameMissing] = useState(false);
	const change = (part: Partial<LeagueForm>) => {
		setForm((before) => ({ ...before, ...part }));
		if (part.name !== undefined) setNameMissing(false);
		if (!create.isPending) create.reset();
	};
	const send = () => {
		const body = createBody(form, former?.id ?? null);
		if (!body) {
			setNameMissing(form.name.trim() === "");
			return focusField("name");
		}
		if (!create.isPending) create.mutate(file ? { body, avatar: file } : { body });
	};
	const isUnchanged = former === null && file === null && isSameForm(form, first);
	return (
		<FormCard
			title={t("leagues.create.details")}
			text={
				former
					? t("leagues.create.regenerateText", { league: former.name, season: former.seasonName })
					: t("leagues.create.step", { step: 1 })
			}
			onSubmit={send}
		>
			{starts.length === 0 ? <Notice tone="warn">{t("leagues.create.noRounds")}</Notice> : null}
			<PictureField
				league={{ name: form.name || "?", colour: form.colour ?? "", avatar: former?.avatar ?? null }}
				file={file}
				onChoose={(chosen) => {
					setFile(chosen);
					if (!create.isPending) create.reset();
				}}
			/>
			<LeagueFields
				form={form}
				onChange={change}
				starts={starts}
				nameError={isNameMissing ? t("leagues.form.nameMissing") : undefined}
			/>
			<TypeFields form={form} onChange={change} sizes={sizes} />
			<FormActions>
				<CreateButton status={create.status} isUnchanged={isUnchanged} isRegenerating={former !== null} />
			</FormActions>
		</FormCard>
	);
};

import type { TFunction } from "i18next";
import { paths } from "../../app/paths.ts";
import { Button } from "../../components/button/button.tsx";
import { ButtonLink } from "../../components/button/button-link.tsx";
import { CheckboxField } from "../../components/fields/checkbox-field.tsx";
import { ClubField } from "../../components/fields/club-field.tsx";
import { ErrorSummary } from "../../components/fields/error-summary.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { TeamNameField } from "../../components/fields/team-name-field.tsx";
import { TextAreaField } from "../../components/fields/text-area-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { CallForm } from "../../components/form-card/call-form.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { BirthdayField } from "../../components/person-fields/birthday-field.tsx";
import { PersonFields } from "../../components/person-fields/person-fields.tsx";
import { Segmented } from "../../components/segmented/segmented.tsx";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { CopyButton } from "../../components/share/copy-button.tsx";
import { ShareButtons } from "../../components/share/share-buttons.tsx";
import { Tip } from "../../components/tip/tip.tsx";
import { SampleForm } from "./example-parts.tsx";
import { type BuildSection, doNothing, type Example, listStates } from "./section.ts";

export const buildButtonSection: BuildSection = (t) => ({
	id: "buttons",
	examples: [
		...listStates("Button variant", ["main", "plain", "quiet"], (variant) => (
			<Button variant={variant} icon="trade">
				{t("trade.open")}
			</Button>
		)),
		...(["main", "plain", "quiet"] as const).map((variant) => ({
			caption: `Button variant="${variant}" isDisabled`,
			element: (
				<Button variant={variant} isDisabled>
					{t("trade.review")}
				</Button>
			),
		})),
		{ caption: "Button isPending", element: <Button isPending>{t("team.autofill")}</Button> },
		{ caption: "Button isPressed", element: <Button isPressed>{t("leagues.all")}</Button> },
		{
			caption: "Button isIcon",
			element: (
				<Button icon="undo" isIcon>
					{t("team.undo")}
				</Button>
			),
		},
		{
			caption: "Button isCompact",
			element: (
				<Button icon="wand" isCompact>
					{t("team.autofill")}
				</Button>
			),
		},
		...listStates("ButtonLink variant", ["main", "plain"], (variant) => (
			<ButtonLink to={paths.leagues.to()} variant={variant}>
				{t("leagues.all")}
			</ButtonLink>
		)),
		{ caption: "CopyButton", element: <CopyButton text="ABC123" /> },
		{ caption: "CopyButton isDisabled", element: <CopyButton text="" isDisabled /> },
		{
			caption: "ShareButtons",
			element: (
				<FormActions>
					<ShareButtons link="https://example.test/" text="" />
				</FormActions>
			),
		},
	],
});

export const buildChoiceSection: BuildSection = (t) => {
	const choices = [
		{ value: "chart", label: t("chart.chart") },
		{ value: "table", label: t("chart.table") },
	] as const;
	return {
		id: "choices",
		examples: [
			...listStates("Segmented variant", ["switch", "chips"], (variant) => (
				<Segmented variant={variant} label={t("chart.showAs")} value="chart" choices={choices} onChange={doNothing} />
			)),
			...listStates("SelectChip variant", ["chip", "plain"], (variant) => (
				<SelectChip variant={variant} label={t("chart.showAs")} value="chart" choices={choices} onChange={doNothing} />
			)),
			{
				caption: "SelectChip isActive",
				element: <SelectChip isActive label={t("chart.showAs")} value="table" choices={choices} onChange={doNothing} />,
			},
			{ caption: "Tip", element: <Tip about={t("leagues.form.finals")} text={t("leagues.form.tip.finals")} /> },
		],
	};
};

const CLUBS = [
	{ id: 1, name: "Banksia Bay" },
	{ id: 2, name: "Coral Coast" },
	{ id: 3, name: "Desert Pea" },
];
const COUNTRIES = [
	{ code: "AU", name: "Australia" },
	{ code: "NZ", name: "New Zealand" },
];

const SAMPLE_VALUES = {
	text: "Kit Bag",
	email: "kit@example.test",
	password: "bounce",
	search: "Kit",
	time: "19:30",
	"datetime-local": "2026-09-12T19:30",
};

/** What all fields of the examples have. */
const buildField = (t: TFunction) => ({ name: "sample", label: t("teamName.label"), onChange: doNothing });

const buildTextFields = (t: TFunction): readonly Example[] => {
	const field = buildField(t);
	const error = t("form.choose");
	return [
		...listStates("TextField type", ["text", "email", "password", "search", "time", "datetime-local"], (type) => (
			<TextField {...field} type={type} value={SAMPLE_VALUES[type]} />
		)),
		{ caption: "TextField hint", element: <TextField {...field} value="" hint={t("teamName.hint")} /> },
		{ caption: "TextField error", element: <TextField {...field} value="Kit" error={error} /> },
		{
			caption: "TextField status",
			element: <TextField {...field} value="Kit Bag" status={t("teamName.free")} />,
		},
		...listStates("TeamNameField state", ["idle", "pending", "success", "error"], (state) => (
			<TeamNameField
				value="Kit Bag"
				state={state}
				error={state === "error" ? error : undefined}
				onChange={doNothing}
				onBlur={doNothing}
			/>
		)),
	];
};

const buildChoiceFields = (t: TFunction): readonly Example[] => {
	const field = buildField(t);
	const error = t("form.choose");
	const genders = [
		{ value: "female", label: t("gender.female") },
		{ value: "male", label: t("gender.male") },
	];
	return [
		{
			caption: "SelectField",
			element: <SelectField {...field} value={null} placeholder={t("form.choose")} choices={genders} />,
		},
		{
			caption: "SelectField value, hint",
			element: (
				<SelectField
					{...field}
					value="female"
					hint={t("teamName.hint")}
					placeholder={t("form.choose")}
					choices={genders}
				/>
			),
		},
		{
			caption: "SelectField error",
			element: <SelectField {...field} value={null} error={error} placeholder={t("form.choose")} choices={genders} />,
		},
		{
			caption: "CheckboxField",
			element: (
				<CheckboxField name="sample" isSelected={false} onChange={doNothing}>
					{t("leagues.private")}
				</CheckboxField>
			),
		},
		{
			caption: "CheckboxField isSelected",
			element: (
				<CheckboxField name="sample" isSelected onChange={doNothing}>
					{t("leagues.private")}
				</CheckboxField>
			),
		},
		{
			caption: "CheckboxField error",
			element: (
				<CheckboxField name="sample" isSelected={false} error={error} onChange={doNothing}>
					{t("leagues.private")}
				</CheckboxField>
			),
		},
		{
			caption: "BirthdayField error",
			element: <BirthdayField value={{ day: "31", month: "2", year: "1999" }} onChange={doNothing} error={error} />,
		},
		{
			caption: "ClubField",
			isWide: true,
			element: <ClubField {...field} clubs={CLUBS} value={2} />,
		},
		{
			caption: "ClubField hint, error",
			isWide: true,
			element: <ClubField {...field} clubs={CLUBS} value={null} hint={t("teamName.hint")} error={error} />,
		},
	];
};

const buildForms = (t: TFunction): readonly Example[] => [
	{
		caption: 'FormCard variant="section"',
		isWide: true,
		element: (
			<FormCard variant="section" title={t("person.birthday")} onSubmit={doNothing}>
				<ErrorSummary
					problems={[
						{ field: "birthday", message: t("person.birthday") },
						{ field: null, message: t("state.errorTitle") },
					]}
				/>
				<SampleForm>
					<PersonFields countries={COUNTRIES} />
				</SampleForm>
				<FormActions>
					<Button variant="main">{t("share.done")}</Button>
				</FormActions>
			</FormCard>
		),
	},
	{
		caption: 'FormCard variant="page"',
		isWide: true,
		element: (
			<FormCard variant="page" title={t("preview.title")} text={t("preview.text")}>
				<TextField {...buildField(t)} type="password" value="" />
				<FormActions>
					<Button variant="main">{t("share.done")}</Button>
				</FormActions>
			</FormCard>
		),
	},
	...listStates("CallForm place", ["dialog", "card"], (place) => (
		<CallForm
			place={place}
			call={{ isPending: false, error: new Error() }}
			submitLabel={t("share.done")}
			isDisabled
			onSubmit={doNothing}
			onClose={doNothing}
		>
			<TextAreaField {...buildField(t)} value="" rows={3} isData />
		</CallForm>
	)),
];

export const buildFieldSection: BuildSection = (t) => ({
	id: "fields",
	examples: [...buildTextFields(t), ...buildChoiceFields(t), ...buildForms(t)],
});

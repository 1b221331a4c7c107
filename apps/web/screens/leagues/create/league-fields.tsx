import { LEAGUE_COLOURS } from "@first-bounce/contract/constants";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { useRoundName } from "../frame/league-words.ts";
import type { LeagueForm } from "../model/league-form.ts";
import { ChoiceField } from "./choice-field.tsx";
import { ColourField } from "./colour-field.tsx";
import styles from "./create.module.css";

interface Props {
	readonly form: Pick<LeagueForm, "name" | "startId" | "privacy" | "colour">;
	readonly onChange: (change: Partial<Pick<LeagueForm, "name" | "startId" | "privacy" | "colour">>) => void;
	/** Rounds to choose from; with none the field is hidden. */
	readonly starts: readonly number[];
	readonly nameError?: string | undefined;
	readonly isPrivacyFixed?: boolean;
}

const LONGEST_NAME = 50;

/** What every league has: name, starting round, privacy, colours. */
export const LeagueFields = ({ form, onChange, starts, nameError, isPrivacyFixed = false }: Props) => {
	const { t } = useTranslation();
	const roundName = useRoundName();
	return (
		<>
			<TextField
				name="name"
				label={t("leagues.form.name")}
				hint={t("leagues.form.nameHint")}
				value={form.name}
				onChange={(name) => onChange({ name })}
				maxLength={LONGEST_NAME}
				error={nameError}
			/>
			<div className={styles.pair}>
				{starts.length > 0 ? (
					<SelectField
						name="startId"
						label={t("leagues.form.start")}
						hint={t("leagues.form.startHint")}
						value={form.startId === null ? null : String(form.startId)}
						choices={starts.map((id) => ({ value: String(id), label: roundName(id) }))}
						onChange={(id) => onChange({ startId: Number(id) })}
						placeholder={t("leagues.form.choosePlaceholder")}
					/>
				) : null}
				<ChoiceField
					label={t("leagues.form.privacy")}
					hint={t(isPrivacyFixed ? "leagues.form.privacyFixed" : `leagues.form.privacyHint.${form.privacy}`)}
					value={form.privacy}
					choices={(["private", "public"] as const).map((value) => ({ value, label: t(`leagues.${value}`) }))}
					onChange={(privacy) => onChange({ privacy })}
					isDisabled={isPrivacyFixed}
				/>
			</div>
			<ColourField
				label={t("leagues.form.colour")}
				value={form.colour}
				choices={LEAGUE_COLOURS}
				onChange={(colour) => onChange({ colour })}
			/>
		</>
	);
};

import { LEAGUE_COLOURS } from "@first-bounce/contract/constants";
import { getCrestColours } from "@first-bounce/contract/leagues/league-crest";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import fields from "../../../components/fields/fields.module.css";
import { useField } from "../../../components/fields/form.ts";
import { TextField } from "../../../components/fields/text-field.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import type { LeagueColour, LeagueDetails } from "../model/league-form.ts";
import { ChoiceField } from "./choice-field.tsx";
import styles from "./create.module.css";
import { NumberSelect } from "./number-select.tsx";

const MAX_NAME_LENGTH = 50;

export const NameField = ({ error }: { readonly error?: string | undefined }) => {
	const { t } = useTranslation();
	const name = useField(useFormContext<LeagueDetails>(), "name");
	return (
		<TextField
			{...name}
			label={t("leagues.form.name")}
			hint={t("leagues.form.nameHint")}
			maxLength={MAX_NAME_LENGTH}
			error={error ?? name.error}
		/>
	);
};

interface ColourProps {
	readonly value: LeagueColour | null;
	readonly onChange: (colour: LeagueColour) => void;
}

/** The colour of a league without a picture. Each option has a name, for colour-blind users. */
export const ColourField = ({ value, onChange }: ColourProps) => {
	const { t } = useTranslation();
	return (
		<RadioGroup
			className={fields.field ?? ""}
			value={value}
			onChange={(newColour) => {
				const colour = LEAGUE_COLOURS.find((choice) => choice === newColour);
				if (colour) onChange(colour);
			}}
		>
			<Label className={fields.label ?? ""}>{t("leagues.form.colour")}</Label>
			<div className={styles.colours}>
				{LEAGUE_COLOURS.map((colour) => {
					const [background, stripe] = getCrestColours(colour);
					return (
						<Radio
							key={colour}
							value={colour}
							className={styles.colour ?? ""}
							aria-label={t(`leagues.colours.${colour}`)}
						>
							<span style={{ background: `linear-gradient(120deg, ${background} 50%, ${stripe} 50%)` }} />
						</Radio>
					);
				})}
			</div>
		</RadioGroup>
	);
};

interface Props {
	/** Rounds to start in; if empty, the field is hidden. */
	readonly startRoundIds: readonly number[];
	readonly isPrivacyFixed?: boolean;
}

/** The further form fields of every league: starting round, privacy and colour. */
export const LeagueFields = ({ startRoundIds, isPrivacyFixed = false }: Props) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const form = useFormContext<LeagueDetails>();
	const start = useField(form, "startId");
	const privacy = useField(form, "privacy");
	const colour = useField(form, "colour");
	return (
		<>
			<div className={styles.pair}>
				{startRoundIds.length > 0 ? (
					<NumberSelect
						{...start}
						label={t("leagues.form.start")}
						hint={t("leagues.form.startHint")}
						choices={startRoundIds}
						format={formatRoundName}
						placeholder={t("leagues.form.choosePlaceholder")}
					/>
				) : null}
				<ChoiceField
					{...privacy}
					label={t("leagues.form.privacy")}
					hint={t(isPrivacyFixed ? "leagues.form.privacyFixed" : `leagues.form.privacyHint.${privacy.value}`)}
					choices={(["private", "public"] as const).map((value) => ({ value, label: t(`leagues.${value}`) }))}
					isDisabled={isPrivacyFixed}
				/>
			</div>
			<ColourField {...colour} />
		</>
	);
};

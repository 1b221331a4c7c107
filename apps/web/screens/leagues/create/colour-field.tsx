import { getCrestColours } from "@first-bounce/contract/leagues/league-crest";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { useTranslation } from "react-i18next";
import fields from "../../../components/fields/fields.module.css";
import type { LeagueColour } from "../model/league-form.ts";
import styles from "./create.module.css";

interface Props {
	readonly label: string;
	readonly value: LeagueColour | null;
	readonly choices: readonly LeagueColour[];
	readonly onChange: (colour: LeagueColour) => void;
}

/** The colour of a league without a picture. Each option has a name, for colour-blind users. */
export const ColourField = ({ label, value, choices, onChange }: Props) => {
	const { t } = useTranslation();
	return (
		<RadioGroup
			className={fields.field ?? ""}
			value={value}
			onChange={(newColour) => {
				const colour = choices.find((choice) => choice === newColour);
				if (colour) onChange(colour);
			}}
		>
			<Label className={fields.label ?? ""}>{label}</Label>
			<div className={styles.colours}>
				{choices.map((colour) => {
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

import { useId } from "react";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { TextField } from "react-aria-components/TextField";
import { useTranslation } from "react-i18next";
import fields from "../fields/fields.module.css";
import { Icon } from "../icon/icon.tsx";
import type { BirthdayParts } from "./birthday.ts";
import styles from "./person-fields.module.css";

interface Props {
	readonly value: BirthdayParts;
	readonly onChange: (value: BirthdayParts) => void;
	readonly error?: string | undefined;
}

const PARTS = [
	{ part: "day", autoComplete: "bday-day", length: 2 },
	{ part: "month", autoComplete: "bday-month", length: 2 },
	{ part: "year", autoComplete: "bday-year", length: 4 },
] as const;

/** Three text boxes, which are faster for a birthday than a calendar. */
export const BirthdayField = ({ value, onChange, error }: Props) => {
	const { t } = useTranslation();
	const id = useId();
	return (
		<Group data-field="birthday" className={fields.field ?? ""} aria-labelledby={id}>
			<span id={id} className={fields.label}>
				{t("person.birthday")}
			</span>
			<div className={styles.birthday}>
				{PARTS.map(({ part, autoComplete, length }) => (
					<TextField
						key={part}
						value={value[part]}
						onChange={(text) => onChange({ ...value, [part]: text })}
						autoComplete={autoComplete}
						inputMode="numeric"
						maxLength={length}
						isInvalid={error !== undefined}
						validationBehavior="aria"
						{...(error === undefined ? {} : { "aria-describedby": `${id}-error` })}
					>
						<Label className="spoken">{t(`person.${part}`)}</Label>
						<Input className={fields.input ?? ""} placeholder={t(`person.${part}`)} />
					</TextField>
				))}
			</div>
			{error === undefined ? null : (
				<span id={`${id}-error`} className={fields.error}>
					<Icon name="alert" size={14} />
					{error}
				</span>
			)}
		</Group>
	);
};

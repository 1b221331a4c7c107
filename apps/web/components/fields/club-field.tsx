import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { Guernsey } from "../guernsey/guernsey.tsx";
import styles from "./club-field.module.css";
import { FieldNotes, type FieldProps } from "./field-notes.tsx";
import fields from "./fields.module.css";

interface Club {
	readonly id: number;
	readonly name: string;
}
interface Props extends FieldProps {
	readonly clubs: readonly Club[];
	readonly value: number | null;
	readonly onChange: (squadId: number) => void;
}

/** Radio buttons for the supported club, each with its guernsey. */
export const ClubField = ({ name, label, hint, error, clubs, value, onChange }: Props) => (
	<RadioGroup
		name={name}
		data-field={name}
		className={fields.field ?? ""}
		value={value === null ? null : String(value)}
		onChange={(squadId) => onChange(Number(squadId))}
		isInvalid={error !== undefined}
		validationBehavior="aria"
	>
		<Label className={fields.label ?? ""}>{label}</Label>
		<FieldNotes hint={hint} error={error} />
		<div className={styles.clubs}>
			{clubs.map((club) => (
				<Radio key={club.id} value={String(club.id)} className={styles.club ?? ""}>
					<span className={styles.guernsey}>
						<Guernsey squadId={club.id} />
					</span>
					<span className={styles.name}>{club.name}</span>
				</Radio>
			))}
		</div>
	</RadioGroup>
);

import { Label } from "react-aria-components/Label";
import { TextArea } from "react-aria-components/TextArea";
import { TextField } from "react-aria-components/TextField";
import { FieldNotes, type FieldProps } from "./field-notes.tsx";
import styles from "./fields.module.css";

interface Props extends FieldProps {
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly rows: number;
	readonly maxLength?: number;
	readonly placeholder?: string;
	/** For a list or a table, not for prose. */
	readonly isData?: boolean;
}

/** A field for several lines of text. */
export const TextAreaField = ({ label, hint, error, rows, placeholder, isData = false, ...rest }: Props) => (
	<TextField
		{...rest}
		data-field={rest.name}
		className={styles.field ?? ""}
		isInvalid={error !== undefined}
		validationBehavior="aria"
	>
		<Label className={styles.label ?? ""}>{label}</Label>
		<TextArea
			className={styles.input ?? ""}
			rows={rows}
			placeholder={placeholder}
			data-data={isData || undefined}
			spellCheck={!isData}
			autoComplete={isData ? "off" : undefined}
		/>
		<FieldNotes hint={hint} error={error} />
	</TextField>
);

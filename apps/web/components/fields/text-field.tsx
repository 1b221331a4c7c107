import { type ReactNode, type Ref, useRef } from "react";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { FieldNotes, type FieldProps } from "./field-notes.tsx";
import styles from "./fields.module.css";
import { usePrehydrationValue } from "./use-prehydration-value.ts";

interface Props extends FieldProps {
	/** The field's element, with its label, input and hint. */
	readonly ref?: Ref<HTMLDivElement>;
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly onBlur?: () => void;
	readonly type?: "text" | "email" | "password" | "search" | "time" | "datetime-local";
	readonly inputMode?: "text" | "numeric" | "email";
	readonly autoComplete?: string;
	readonly maxLength?: number;
	/** The latest date. */
	readonly max?: string;
	/** Progress that is announced politely: "checking", "available". */
	readonly status?: ReactNode;
}

export const TextField = ({ name, label, hint, error, status, autoComplete = "off", max, ...rest }: Props) => {
	const input = useRef<HTMLInputElement>(null);
	usePrehydrationValue(input, rest.value, rest.onChange);
	return (
		<AriaTextField
			{...rest}
			name={name}
			autoComplete={autoComplete}
			data-field={name}
			className={styles.field ?? ""}
			isInvalid={error !== undefined}
			validationBehavior="aria"
		>
			<Label className={styles.label ?? ""}>{label}</Label>
			<Input ref={input} {...(max === undefined ? {} : { max })} className={styles.input ?? ""} />
			{status === undefined ? null : (
				<span className={styles.good} role="status">
					{status}
				</span>
			)}
			<FieldNotes hint={hint} error={error} />
		</AriaTextField>
	);
};

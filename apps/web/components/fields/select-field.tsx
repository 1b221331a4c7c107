import { Button } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select, SelectValue } from "react-aria-components/Select";
import { FieldNotes, type FieldProps } from "./field-notes.tsx";
import styles from "./fields.module.css";

interface Props<Value extends string> extends FieldProps {
	readonly value: Value | null;
	readonly choices: readonly { readonly value: Value; readonly label: string }[];
	readonly onChange: (value: Value) => void;
	/** Shown while nothing is chosen. */
	readonly placeholder?: string;
	readonly autoComplete?: string;
}

/** A select field; typing jumps to the matching option. */
export const SelectField = <Value extends string>(props: Props<Value>) => {
	const { name, label, hint, error, value, choices, onChange, placeholder = "", autoComplete } = props;
	return (
		<Select
			name={name}
			data-field={name}
			className={styles.field ?? ""}
			placeholder={placeholder}
			value={value}
			onChange={(key) => {
				const selectedChoice = choices.find((choice) => choice.value === key);
				if (selectedChoice) onChange(selectedChoice.value);
			}}
			isInvalid={error !== undefined}
			validationBehavior="aria"
			{...(autoComplete ? { autoComplete } : {})}
		>
			<Label className={styles.label ?? ""}>{label}</Label>
			<Button className={`${styles.input} ${styles.select}`}>
				<SelectValue className={styles.value ?? ""} />
				<span className={styles.arrow} aria-hidden="true" />
			</Button>
			<FieldNotes hint={hint} error={error} />
			<Popover className={styles.popover ?? ""}>
				<ListBox className={styles.list ?? ""} items={choices}>
					{(choice) => (
						<ListBoxItem id={choice.value} textValue={choice.label} className={styles.choice ?? ""}>
							{choice.label}
						</ListBoxItem>
					)}
				</ListBox>
			</Popover>
		</Select>
	);
};

import type { ReactNode } from "react";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { Text } from "react-aria-components/Text";
import fields from "../../../components/fields/fields.module.css";
import styles from "./create.module.css";

interface Props<Value extends string> {
	readonly label: string;
	readonly hint?: string;
	/** Shown after the label, such as a tooltip. */
	readonly tip?: ReactNode;
	readonly value: Value;
	/** `text` explains a choice below its label. */
	readonly choices: readonly { readonly value: Value; readonly label: string; readonly text?: string }[];
	readonly onChange: (value: Value) => void;
	readonly isDisabled?: boolean;
}

/** A segmented control as a form field. */
export const ChoiceField = <Value extends string>(props: Props<Value>) => {
	const { label, hint, tip, value, choices, onChange, isDisabled = false } = props;
	return (
		<RadioGroup
			className={fields.field ?? ""}
			value={value}
			isDisabled={isDisabled}
			onChange={(newValue) => {
				const choice = choices.find((option) => option.value === newValue);
				if (choice) onChange(choice.value);
			}}
		>
			<span className={styles.labelled}>
				<Label className={fields.label ?? ""}>{label}</Label>
				{tip}
			</span>
			<div className={styles.choices}>
				{choices.map((choice) => (
					<Radio key={choice.value} value={choice.value} className={styles.choice ?? ""}>
						{choice.label}
						{choice.text ? <small>{choice.text}</small> : null}
					</Radio>
				))}
			</div>
			{hint ? (
				<Text slot="description" className={fields.hint ?? ""}>
					{hint}
				</Text>
			) : null}
		</RadioGroup>
	);
};

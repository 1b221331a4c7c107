import type { ComponentProps } from "react";
import { SelectField } from "../../../components/fields/select-field.tsx";

interface Props<Value extends number>
	extends Omit<ComponentProps<typeof SelectField<string>>, "value" | "choices" | "onChange"> {
	readonly value: Value | null;
	readonly choices: readonly Value[];
	readonly format: (value: Value) => string;
	readonly onChange: (value: Value) => void;
}

export const NumberSelect = <Value extends number>({ value, choices, format, onChange, ...field }: Props<Value>) => (
	<SelectField
		{...field}
		value={value === null ? null : String(value)}
		choices={choices.map((number) => ({ value: String(number), label: format(number) }))}
		onChange={(text) => {
			const chosen = choices.find((number) => String(number) === text);
			if (chosen !== undefined) onChange(chosen);
		}}
	/>
);

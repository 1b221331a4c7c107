import { useId } from "react";
import fields from "../../../components/fields/fields.module.css";

interface Props {
	readonly label: string;
	readonly value: number | null;
	readonly onChange: (value: number | null) => void;
	readonly max: number;
}

/** A whole number, with the numeric keyboard on phones; empty is null. */
export const NumberField = ({ label, value, onChange, max }: Props) => {
	const id = useId();
	return (
		<div className={fields.field}>
			<label className={fields.label} htmlFor={id}>
				{label}
			</label>
			<input
				id={id}
				className={fields.input}
				type="number"
				inputMode="numeric"
				min={0}
				max={max}
				value={value ?? ""}
				onChange={({ currentTarget }) => {
					const text = currentTarget.value;
					onChange(text === "" ? null : Math.max(0, Math.min(max, Math.trunc(Number(text)))));
				}}
			/>
		</div>
	);
};

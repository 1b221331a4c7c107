import { useId } from "react";
import fields from "../../../components/fields/fields.module.css";
import { formatLocalTime, formatZoneName, LAST_LOCAL_TIME, parseLocalTime } from "../../../i18n/format.ts";

interface Props {
	readonly label: string;
	/** ISO 8601 in UTC, or empty. */
	readonly value: string;
	readonly onChange: (instant: string) => void;
}

/** A date and time in the user's time zone, with the browser's picker. */
export const TimeField = ({ label, value, onChange }: Props) => {
	const id = useId();
	return (
		<div className={fields.field}>
			<label className={fields.label} htmlFor={id}>
				{label} ({formatZoneName(value ? Date.parse(value) : Date.now())})
			</label>
			<input
				id={id}
				className={fields.input}
				type="datetime-local"
				max={LAST_LOCAL_TIME}
				value={value ? formatLocalTime(value) : ""}
				onChange={({ currentTarget }) => onChange(parseLocalTime(currentTarget.value) ?? "")}
			/>
		</div>
	);
};

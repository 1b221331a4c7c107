import { useId } from "react";
import fields from "../../../components/fields/fields.module.css";
import { formatZoneName, padTwoDigits } from "../../../i18n/format.ts";

interface Props {
	readonly label: string;
	/** ISO 8601 in UTC, or empty. */
	readonly value: string;
	readonly onChange: (instant: string) => void;
}

/** The format of a datetime-local input, in the user's time zone. */
function formatLocalTime(instant: string): string {
	if (!instant) return "";
	const at = new Date(instant);
	const day = `${at.getFullYear()}-${padTwoDigits(at.getMonth() + 1)}-${padTwoDigits(at.getDate())}`;
	return `${day}T${padTwoDigits(at.getHours())}:${padTwoDigits(at.getMinutes())}`;
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
				value={formatLocalTime(value)}
				onChange={({ currentTarget }) =>
					onChange(currentTarget.value ? new Date(currentTarget.value).toISOString() : "")
				}
			/>
		</div>
	);
};

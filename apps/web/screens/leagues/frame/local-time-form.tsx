import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "../../../components/fields/text-field.tsx";
import { CallForm } from "../../../components/form-card/call-form.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { formatLocalTime, formatZoneName, LAST_LOCAL_TIME, parseLocalTime } from "../../../i18n/format.ts";

interface FieldProps extends Omit<ComponentProps<typeof TextField>, "type" | "max" | "value" | "onChange"> {
	/** ISO instant; null for none, and while a date is typed in part. */
	readonly value: string | null;
	readonly onChange: (instant: string | null) => void;
}

/** A field for a time in the viewer's own time zone, which its label names. */
export const LocalTimeField = ({ label, value, onChange, ...rest }: FieldProps) => (
	<TextField
		{...rest}
		type="datetime-local"
		max={LAST_LOCAL_TIME}
		label={`${label} (${formatZoneName(value === null ? Date.now() : Date.parse(value))})`}
		value={value === null ? "" : formatLocalTime(value)}
		onChange={(text) => onChange(parseLocalTime(text))}
	/>
);

interface Props {
	readonly name: string;
	readonly label: string;
	readonly hint: string;
	/** ISO instant; null for none. */
	readonly saved: string | null;
	readonly isRequired?: boolean;
	readonly call: { readonly isPending: boolean; readonly error: Error | null; readonly reset: () => void };
	/** Called with null if the field is empty. */
	readonly onSubmit: (instant: string | null) => void;
	readonly onClose: () => void;
	readonly actions?: ReactNode;
}

/** Whether a time is typed in part. It then has no value, like an empty field, and the browser says that it is not complete. */
export function reportPartialTime(host: ParentNode | null): boolean {
	const input = host?.querySelector<HTMLInputElement>("input[type=datetime-local]");
	if (!input?.validity.badInput) return false;
	input.reportValidity();
	return true;
}

/** A form with one time. */
export const LocalTimeForm = ({ name, label, hint, saved, isRequired = false, call, onSubmit, ...rest }: Props) => {
	const { t } = useTranslation();
	const [instant, setInstant] = useState(saved);
	const field = useRef<HTMLDivElement>(null);
	const submit = () => {
		if (!reportPartialTime(field.current)) onSubmit(instant);
	};
	return (
		<CallForm
			{...rest}
			place="card"
			call={{ isPending: call.isPending }}
			submitLabel={t("leagues.lobby.save")}
			isDisabled={isRequired && instant === null}
			onSubmit={submit}
		>
			<LocalTimeField
				ref={field}
				name={name}
				label={label}
				hint={hint}
				error={call.error ? getErrorMessage(call.error, t) : undefined}
				value={instant}
				onChange={(next) => {
					setInstant(next);
					if (call.error) call.reset();
				}}
			/>
		</CallForm>
	);
};

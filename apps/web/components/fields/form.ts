import { useEffect, useEffectEvent } from "react";
import {
	type FieldErrors,
	type FieldPath,
	type FieldPathValue,
	type FieldValues,
	type ResolverResult,
	type UseFormReturn,
	useController,
} from "react-hook-form";
import { type FormProblem, focusField } from "./error-summary.tsx";

/** Validates on submit. The form focuses the first problem itself, in the order of its checks. */
export const FORM_OPTIONS = { reValidateMode: "onSubmit", shouldFocusError: false } as const;

/** A resolver's result: the body to send, or the problems in the order of the checks. */
export const resolveForm = <Values extends FieldValues, Body>(
	problems: readonly FormProblem[],
	body: Body | null,
): ResolverResult<Values, Body> => {
	if (body !== null && problems.length === 0) return { values: body, errors: {} };
	const errors = Object.fromEntries(problems.map(({ field, message }) => [field, { type: "validate", message }]));
	return { values: {}, errors: errors as FieldErrors<Values> };
};

/** The errors of a form as a list, including those of the whole form (`root.…`). */
export const listFormProblems = (errors: FieldErrors): readonly FormProblem[] =>
	Object.entries(errors).flatMap(([field, error]): FormProblem[] =>
		field === "root"
			? Object.values(error ?? {}).map((fieldError) => ({ field: null, message: String(fieldError.message) }))
			: [{ field, message: String(error?.message) }],
	);

export function focusFirstProblem(problems: readonly FormProblem[]): void {
	const first = problems.find(({ field }) => field !== null)?.field;
	if (first) focusField(first);
}

/** Props of a field component. Editing a field clears its error. */
export function useField<Values extends FieldValues, Body, Name extends FieldPath<Values>>(
	{ control, clearErrors }: Pick<UseFormReturn<Values, unknown, Body>, "control" | "clearErrors">,
	name: Name,
) {
	const { field, fieldState } = useController({ control, name });
	return {
		name,
		value: field.value,
		onChange: (value: FieldPathValue<Values, Name>) => {
			field.onChange(value);
			clearErrors(name);
		},
		error: fieldState.error?.message,
	};
}

/** Calls back when the user edits a field; not when the form is reset. */
export function useEditListener<Values extends FieldValues, Body>(
	{ subscribe }: Pick<UseFormReturn<Values, unknown, Body>, "subscribe">,
	onEdit: (values: Values) => void,
): void {
	const handleEdit = useEffectEvent(onEdit);
	useEffect(
		() =>
			subscribe({
				formState: { values: true },
				callback: ({ type, values }) => {
					if (type === "change") handleEdit(values);
				},
			}),
		[subscribe],
	);
}

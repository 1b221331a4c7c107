import { type ReactNode, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Button } from "../../components/button/button.tsx";
import { EMPTY_PERSON, type Person } from "../../components/person-fields/person.ts";
import type { ToastMessage } from "../../components/toast/toast-region.tsx";
import { showToast } from "../../components/toast/toasts.tsx";

/** A form around `PersonFields`, which need one. */
export const SampleForm = ({ children }: { readonly children: ReactNode }) => (
	<FormProvider {...useForm<Person>({ defaultValues: EMPTY_PERSON })}>{children}</FormProvider>
);

/** A button that opens a dialog, which would cover the page otherwise. */
export const OpenButton = ({
	label,
	children,
}: {
	readonly label: string;
	readonly children: (close: () => void) => ReactNode;
}) => {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Button onPress={() => setOpen(true)}>{label}</Button>
			{isOpen ? children(() => setOpen(false)) : null}
		</>
	);
};

export const ToastButton = ({ toast }: { readonly toast: ToastMessage }) => (
	<Button onPress={() => showToast(toast)}>{toast.text}</Button>
);

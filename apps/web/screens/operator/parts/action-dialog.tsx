import { OPERATOR_REASON_LENGTH } from "@first-bounce/contract/constants";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { Form } from "../../../components/form-card/form-card.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import styles from "./action-dialog.module.css";
import { FormButtons } from "./form-buttons.tsx";
import { ActionButton } from "./role.tsx";
import { useOperatorMutation } from "./use-operator-mutation.ts";

interface Props {
	readonly title: string;
	/** Explains the consequences before confirming; null while they are not known. */
	readonly effect: ReactNode;
	readonly confirm: string;
	/** The success toast. */
	readonly done: string;
	readonly onClose: () => void;
	readonly onConfirm: (reason: string) => Promise<unknown>;
	/** Disables the confirm button while a field is missing. */
	readonly isIncomplete?: boolean;
	readonly children?: ReactNode;
}

export const ActionDialog = ({
	title,
	effect,
	confirm,
	done,
	onClose,
	onConfirm,
	isIncomplete = false,
	children,
}: Props) => {
	const { t } = useTranslation("operator");
	const [reason, setReason] = useState("");
	const action = useOperatorMutation({ mutationFn: onConfirm, done, onDone: onClose });
	const isReady = !isIncomplete && reason.trim().length >= OPERATOR_REASON_LENGTH.least;
	return (
		<Dialog title={title} isOpen onClose={onClose}>
			<Form
				className={styles.body}
				onSubmit={() => {
					if (isReady && !action.isPending) action.mutate(reason.trim());
				}}
			>
				{children}
				{effect === null ? null : <div className={styles.effect}>{effect}</div>}
				<TextField
					name="reason"
					label={t("reason")}
					hint={t("reasonHint")}
					value={reason}
					onChange={setReason}
					maxLength={OPERATOR_REASON_LENGTH.most}
				/>
				<ErrorNotice error={action.error} />
				<FormButtons submit={confirm} isDisabled={!isReady} isPending={action.isPending} onCancel={onClose} />
			</Form>
		</Dialog>
	);
};

interface ButtonProps extends Omit<ComponentProps<typeof ActionButton>, "children" | "onPress"> {
	readonly text: string;
	/** A dialog that is open stays when a refetch takes its button away, so that the typed reason is not lost. */
	readonly isShown?: boolean;
}

/** A button that opens a dialog. */
export const DialogButton = ({
	text,
	isShown = true,
	children,
	...button
}: ButtonProps & { readonly children: (close: () => void) => ReactNode }) => {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			{isShown ? (
				<ActionButton {...button} onPress={() => setOpen(true)}>
					{text}
				</ActionButton>
			) : null}
			{isOpen ? children(() => setOpen(false)) : null}
		</>
	);
};

/** Stays as it was opened: a refetch must not turn the change that the operator confirms into its opposite. */
const FixedDialog = ({ onClose, ...props }: Omit<Props, "isIncomplete" | "children">) => {
	const [dialog] = useState(props);
	return <ActionDialog {...dialog} onClose={onClose} />;
};

type FixedProps = Pick<Props, "title" | "effect" | "done" | "onConfirm">;

/** A button for a change. Its dialog asks for the reason, and confirms with a button of the same text. */
export const ConfirmedButton = ({ title, effect, done, onConfirm, ...button }: FixedProps & ButtonProps) => {
	const dialog = { title, effect, done, onConfirm, confirm: button.text };
	return <DialogButton {...button}>{(close) => <FixedDialog {...dialog} onClose={close} />}</DialogButton>;
};

import { type ReactNode, useId } from "react";
import { Checkbox } from "react-aria-components/Checkbox";
import { Icon } from "../icon/icon.tsx";
import styles from "./fields.module.css";

interface Props {
	readonly name: string;
	readonly isSelected: boolean;
	readonly onChange: (isSelected: boolean) => void;
	readonly error?: string | undefined;
	readonly children: ReactNode;
}

/** A checkbox whose whole label can be pressed. */
export const CheckboxField = ({ name, isSelected, onChange, error, children }: Props) => {
	const errorId = useId();
	return (
		<div data-field={name} className={styles.field}>
			<Checkbox
				name={name}
				className={styles.check ?? ""}
				isSelected={isSelected}
				onChange={onChange}
				isInvalid={error !== undefined}
				validationBehavior="aria"
				{...(error === undefined ? {} : { "aria-describedby": errorId })}
			>
				<span className={styles.box} aria-hidden="true">
					<Icon name="check" size={17} />
				</span>
				<span>{children}</span>
			</Checkbox>
			{error === undefined ? null : (
				<span id={errorId} className={styles.error}>
					<Icon name="alert" size={14} />
					{error}
				</span>
			)}
		</div>
	);
};

import type { ComponentProps, ReactNode } from "react";
import styles from "./form-card.module.css";

/** A form that is sent by a script instead of by the browser. */
export const Form = ({
	onSubmit,
	...props
}: Omit<ComponentProps<"form">, "onSubmit"> & { readonly onSubmit: () => void }) => (
	<form
		{...props}
		onSubmit={(event) => {
			event.preventDefault();
			onSubmit();
		}}
	/>
);

interface Props {
	readonly title: string;
	readonly text?: ReactNode;
	readonly children: ReactNode;
	/** `page` is the only card of a page, headed by an h1. */
	readonly variant?: "page" | "section";
	readonly onSubmit?: () => void;
}

export const FormCard = ({ title, text, children, variant = "section", onSubmit }: Props) => {
	const Heading = variant === "page" ? "h1" : "h2";
	const content = (
		<>
			<header className={styles.head}>
				<Heading>{title}</Heading>
				{text ? <p>{text}</p> : null}
			</header>
			{children}
		</>
	);
	return onSubmit ? (
		<Form className={styles.card} data-variant={variant} noValidate onSubmit={onSubmit}>
			{content}
		</Form>
	) : (
		<section className={styles.card} data-variant={variant}>
			{content}
		</section>
	);
};

export const FormActions = ({ children }: { readonly children: ReactNode }) => (
	<div className={styles.actions}>{children}</div>
);

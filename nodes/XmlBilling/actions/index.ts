import { client } from './client';
import { estimate } from './estimate';
import { expense } from './expense';
import { invoice } from './invoice';
import type { Operation, Resource } from '../execution/operation';
import { productOrService } from './productOrService';
import { project } from './project';
import { recurringProfile } from './recurringProfile';
import { settings } from './settings';
import { staff } from './staff';
import { task } from './task';
import { timeEntry } from './timeEntry';

export const RESOURCES: readonly Resource[] = [
	client,
	estimate,
	expense,
	invoice,
	productOrService,
	project,
	recurringProfile,
	settings,
	staff,
	task,
	timeEntry,
];

const findResource = (resource: string): Resource | undefined =>
	RESOURCES.find(({ option }) => option.value === resource);

/** The operation of a resource, by their values. */
export const findOperation = (resource: string, operation: string): Operation | undefined =>
	findResource(resource)?.operations.find(({ option }) => option.value === operation);

/** An operation in the words of the form: `Invoice: Record Payment`. */
export const operationName = (resource: string, { option }: Operation): string =>
	`${findResource(resource)?.option.name}: ${option.name}`;

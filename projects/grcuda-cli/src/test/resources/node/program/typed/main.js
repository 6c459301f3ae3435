import { twice } from 'plain';
import { array } from 'grcuda';
console.log(twice(await Promise.resolve(3)), typeof require, array([1, 2]).length);

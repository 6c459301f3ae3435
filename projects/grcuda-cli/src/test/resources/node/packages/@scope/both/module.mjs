import name from '#name'; export default name + ' as a module';
